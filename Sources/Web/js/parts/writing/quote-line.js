// The line that is spoken where the next comment lands, with the buttons that quote it.
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { sign } from "../controls/signs.js";

/** The line under the composer. */
export class QuoteLine {
    line = el("span", { class: "quote", dir: "auto" });

    /** @param {{take: () => void, drop: () => void}} act quotes the line, or removes the quote */
    constructor({ take, drop }) {
        this.take = el("button", { class: "text-button", onclick: take }, phrase("writing.quote"));
        this.drop = el("button", { class: "icon-button", "aria-label": phrase("writing.removeQuote"), onclick: drop },
            sign("close"));
        this.node = el("div", { class: "composer-quote" }, this.line, this.take, this.drop);
    }

    /** The words that stand there. */
    get words() {
        return this.line.textContent ?? undefined;
    }

    /**
     * @param {string | undefined} quote what is quoted
     * @param {string | undefined} spoken what is spoken at that second
     * @param {boolean} isKept whether the line stays without words, while these come and go
     */
    show(quote, spoken, isKept) {
        const words = quote ?? spoken;
        this.node.hidden = !words && !isKept;
        this.node.classList.toggle("quoted", quote !== undefined);
        fill(this.line, words ?? el("i", {}, phrase("writing.nothingSpoken")));
        this.take.hidden = !words || words === quote;
        this.drop.hidden = !quote;
    }
}
