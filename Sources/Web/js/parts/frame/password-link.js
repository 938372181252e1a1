// Says that somebody made a link with which the person's password can be set, until they end it or it is over.
import { el, fill } from "../../dom.js";
import { replica } from "../../client.js";
import { actionButton } from "../controls/form.js";
import { name } from "../controls/person.js";
import { say } from "../controls/states.js";
import { dateText } from "../controls/time.js";

const change = () => el("a", { class: "button", href: "/settings#change-password" }, "Change password");

/** The link that is shown, as text; `ended` while it says that the person has ended one. */
let shown = "";
let timer = 0;

/**
 * Shows that somebody made a link with which the person's password can be set, until the link expires.
 * @param {HTMLElement} node
 * @param {Wire.OpenPasswordLink | undefined} link
 */
export function showPasswordLink(node, link) {
    clearTimeout(timer);
    const left = link ? Date.parse(link.expiresAt) - replica.now() : 0;
    if (left > 0) timer = window.setTimeout(() => showPasswordLink(node, link), left);
    const key = link && left > 0 ? JSON.stringify(link) : "";
    if (key === shown || !key && shown === "ended") return;
    shown = key;
    fill(node, link && key && notice(node, link));
    if (key) say(node.querySelector("strong")?.textContent ?? "");
}

/**
 * @param {HTMLElement} node
 * @param {Wire.OpenPasswordLink} link
 */
function notice(node, { by, expiresAt }) {
    const end = async () => {
        const before = shown;
        shown = "ended";
        await replica.change("endPasswordLink").catch((problem) => {
            shown = before;
            throw problem;
        });
        showEnded(node);
        return "The link doesn’t work any more.";
    };
    return el("div", { class: "notice", data: { link: "open" } },
        el("div", { class: "setting-text" },
            el("strong", {}, by ? name(by) : "The operator", " made a link with which your password can be set."),
            el("span", { class: "soft" }, `It works until ${dateText(expiresAt)}. If you didn’t ask for it, end it. You may `
                + "want to change your password, too.")),
        el("div", { class: "line" }, actionButton("End this link", end), change()));
}

/** @param {HTMLElement} node */
function showEnded(node) {
    const close = () => {
        shown = "";
        fill(node);
    };
    const hadFocus = node.contains(document.activeElement);
    const ok = el("button", { class: "button", onclick: close }, "OK");
    fill(node, el("div", { class: "notice", data: { link: "ended" } },
        el("div", { class: "setting-text" }, el("strong", {}, "The link doesn’t work any more."),
            el("span", { class: "soft" }, "You may want to change your password, too.")),
        el("div", { class: "line" }, change(), ok)));
    if (hadFocus) ok.focus();
}
