// The line above the composer that says whose comment is answered.
import { el, fill } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { sign } from "../controls/signs.js";

export class ReplyLine {
    whom = el("span", {});

    /** @param {() => void} cancel */
    constructor(cancel) {
        this.node = el("p", { class: "composer-reply small soft" }, this.whom,
            el("button", { class: "icon-button", "aria-label": phrase("writing.cancelReply"), onclick: cancel }, sign("close")));
    }

    /** @param {string | undefined} name whose comment it is; undefined if none is answered */
    show(name) {
        this.node.hidden = name === undefined;
        fill(this.whom, ...phraseAround("writing.replying", { name: el("bdi", { class: "name" }, name) }));
    }
}
