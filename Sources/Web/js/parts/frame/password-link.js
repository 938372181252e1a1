// Says that somebody made a link with which the person's password can be set, until they end it or it is over.
import { el, fill } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { replica } from "../../client.js";
import { actionButton } from "../controls/form.js";
import { name } from "../controls/person.js";
import { say } from "../controls/states.js";
import { dateText } from "../controls/time.js";

const change = () => el("a", { class: "button", href: "/settings#change-password" }, phrase("frame.changePassword"));

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
        return phrase("frame.linkEnded");
    };
    return el("div", { class: "notice", data: { link: "open" } },
        el("div", { class: "setting-text" },
            el("strong", {}, by ? phraseAround("frame.linkBy", { maker: name(by) }) : phrase("frame.linkByOperator")),
            el("span", { class: "soft" }, phrase("frame.linkUntil", { time: dateText(expiresAt) }))),
        el("div", { class: "line" }, actionButton(phrase("frame.endLink"), end), change()));
}

/** @param {HTMLElement} node */
function showEnded(node) {
    const close = () => {
        shown = "";
        fill(node);
    };
    const hadFocus = node.contains(document.activeElement);
    const ok = el("button", { class: "button", onclick: close }, phrase("controls.ok"));
    fill(node, el("div", { class: "notice", data: { link: "ended" } },
        el("div", { class: "setting-text" }, el("strong", {}, phrase("frame.linkEnded")),
            el("span", { class: "soft" }, phrase("frame.changeToo"))),
        el("div", { class: "line" }, change(), ok)));
    if (hadFocus) ok.focus();
}
