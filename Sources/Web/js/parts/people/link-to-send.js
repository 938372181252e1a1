// A link that is shown once, for its maker to send to somebody.
import { el, fill } from "../../dom.js";
import { copyText } from "../controls/copy.js";

/**
 * The link with buttons that copy and share it.
 * @param {string} link
 * @param {import("../../dom.js").Parts} text who gets the link
 * @param {() => void} done is called when the maker is done with it
 */
export function linkToSend(link, text, done) {
    const input = el("input", { readOnly: true, value: link, "aria-label": "Link", onfocus: () => input.select() });
    const copy = el("button", { class: "button button-main" }, "Copy link");
    copy.addEventListener("click", async () => {
        if (await copyText(link, "Link copied.")) fill(copy, "Copy link ✓");
    });
    const share = typeof navigator.share === "function"
        && el("button", { class: "button", onclick: () => navigator.share({ url: link }).catch(() => {}) }, "Share");
    const node = el("div", { class: "stack-tight" }, el("p", {}, text), input,
        el("div", { class: "line" }, copy, share, el("button", { class: "button", onclick: done }, "Done")));
    return { node, focus: () => copy.focus() };
}

/**
 * Whether a link may have been made although the request for it has failed. Another try makes another one.
 * @param {import("../../types/app.js").Problem} problem
 */
export const mayBeMade = ({ isOffline, code }) => isOffline && code !== "not_loaded";
