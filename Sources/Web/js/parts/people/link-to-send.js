// A link that is shown once, for its maker to send to somebody.
import { session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { copyText } from "../controls/copy.js";

/**
 * The link with buttons that copy and share it.
 * @param {string} link
 * @param {import("../../dom.js").Parts} text who gets the link
 * @param {() => void} done is called when the maker is done with it
 */
export function linkToSend(link, text, done) {
    const input = el("input", { readOnly: true, value: link, "aria-label": phrase("people.link"),
        onfocus: () => input.select() });
    const copy = el("button", { class: "button button-main" }, phrase("people.link.copy"));
    copy.addEventListener("click", async () => {
        if (await copyText(link, phrase("people.link.copied"))) fill(copy, phrase("people.link.copyDone"));
    });
    const sharing = canShare() && el("button", { class: "button", onclick: () => share(link) }, phrase("people.link.share"));
    const node = el("div", { class: "stack-tight" }, el("p", {}, text), input,
        el("div", { class: "line" }, copy, sharing, el("button", { class: "button", onclick: done }, phrase("people.done"))));
    return { node, focus: () => copy.focus() };
}

/** Whether this browser has the system's sheet for sharing. */
export const canShare = () => typeof navigator.share === "function";

/**
 * Opens the system's sheet, where there is one and it still counts as the answer to a click.
 * @param {string} url
 */
export function share(url) {
    const community = session.keptTenant()?.name;
    if (canShare()) navigator.share({ url, ...(community && { title: community }) }).catch(() => {});
}

/**
 * Whether a link may have been made although the request for it has failed. Another try makes another one.
 * @param {import("../../types/app.js").Problem} problem
 */
export const mayBeMade = ({ isOffline, code }) => isOffline && code !== "not_loaded";
