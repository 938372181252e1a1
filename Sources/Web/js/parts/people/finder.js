// Finds people: those of the page as one types, and anybody else by their whole username.
import { call, replica } from "../../client.js";
import { el, fill, mark } from "../../dom.js";
import { field } from "../controls/form.js";
import { phrase } from "../../phrases.js";
import { sign } from "../controls/signs.js";
import { networkFault, say, sentence } from "../controls/states.js";

/** @typedef {import("../../types/wire.js").UserStub} UserStub */

/** The time from the last key until the server is asked, in milliseconds. */
const pause = 500;

/**
 * The field, and the place below it for somebody whom the page doesn't show; and the button that shows both on a phone.
 * @param {{onInput: () => void, isShown: (user: UserStub) => boolean, row: (user: UserStub) => HTMLElement}} options `row` shows
 *     somebody who was found; `isShown` says that the page shows them already
 */
export function finder({ onInput, isShown, row }) {
    const { input, node } = field(phrase("people.find"), { name: "find", type: "search", autocomplete: "off",
        autocapitalize: "none", spellcheck: false, enterkeyhint: "search", placeholder: phrase("people.find") });
    node.append(sign("search"));
    const place = el("div", { class: "found" });
    let timer = 0;
    let asked = 0;
    const wanted = () => input.value.trim().toLowerCase();

    async function ask() {
        clearTimeout(timer);
        const mine = asked += 1;
        const username = wanted();
        if (Array.from(username).length < 2) return;
        const reason = networkFault();
        if (reason) return fill(place, el("p", { class: "small soft" }, reason));
        try {
            const { items: [found] } = await call("findUsers", { query: { username } });
            if (mine === asked) show(found);
        } catch (problem) {
            if (mine === asked) fill(place, el("p", { class: "small bad", role: "alert" }, sentence(problem)));
        }
    }

    /** @param {UserStub | undefined} found */
    function show(found) {
        if (found && isShown(found)) return fill(place);
        const isMe = found?.id === replica.me()?.id;
        const words = isMe ? phrase("people.find.you") : found ? phrase("people.find.found", { username: found.username })
            : phrase("people.find.nobody");
        fill(place, found && !isMe ? row(found) : el("p", { class: "small soft" }, words));
        say(words);
    }

    input.addEventListener("input", () => {
        clearTimeout(timer);
        asked += 1;
        fill(place);
        timer = window.setTimeout(ask, pause);
        onInput();
    });
    input.addEventListener("keydown", (event) => {
        if (event instanceof KeyboardEvent && event.key === "Enter" && !event.isComposing) ask();
    });
    const all = el("div", { class: "finder", role: "search", id: "finder" }, node, place);
    const open = el("button", { class: "button button-plain find-button", "aria-expanded": "false", "aria-controls": "finder",
        onclick: () => {
            unfold();
            input.focus();
        } }, sign("search"), phrase("people.find"));
    /** Shows the field also where there is little room. */
    function unfold() {
        mark(all, "data-open", true);
        mark(open, "aria-expanded", "true");
    }
    return { node: all, open, show: unfold, wanted, clear: () => fill(place) };
}
