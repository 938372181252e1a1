// Letters as keys, outside of fields. They can be switched off in the settings.
import { el } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { session } from "../../client.js";
import { sheet } from "./dialog.js";
import { jump } from "./unseen-pill.js";

/** @type {[string, import("../../phrases.js").Key][]} */
const described = [["j", "controls.keyNext"], ["k", "controls.keyPrevious"], ["c", "controls.keyWrite"],
    ["w", "controls.keyWatch"], ["r", "controls.keyReact"], ["?", "controls.keyHelp"]];

/**
 * Listens to the letters that act on an open room, until the signal.
 * @param {AbortSignal} signal
 * @param {{list: HTMLElement, compose: () => void, watch?: () => void, react?: () => void}} page
 *     without `watch` and `react` where it isn't a room
 */
export function followKeys(signal, { list, compose, watch, react }) {
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !session.preference("shortcuts")) return;
        const target = event.target instanceof Element ? event.target : null;
        if (target?.closest("input, textarea, select, dialog, [popover]")) return;
        if (event.key === "j") step(list, 1);
        else if (event.key === "k") step(list, -1);
        else if (event.key === "c") compose();
        else if (event.key === "w" && watch) watch();
        else if (event.key === "r" && react) react();
        else if (event.key === "?") help(watch !== undefined);
        else return;
        event.preventDefault();
    }, { signal });
}

/**
 * The next new comment, or the next thread where nothing is new.
 * @param {HTMLElement} list
 * @param {1 | -1} direction
 */
function step(list, direction) {
    const isNew = list.querySelector("article[data-new]") !== null;
    const places = [...list.querySelectorAll(isNew ? "article[data-new]" : "section")];
    const focused = document.activeElement?.closest(isNew ? "article" : "section") ?? null;
    const at = focused ? places.indexOf(focused) : -1;
    const next = at >= 0 ? places[at + direction] : nearest(places, focused, direction);
    if (next instanceof HTMLElement) jump(next);
}

/**
 * @param {Element[]} places
 * @param {Element | null} from
 * @param {1 | -1} direction
 */
function nearest(places, from, direction) {
    if (!from) return direction === 1 ? places[0] : places.at(-1);
    /** @param {Element} place */
    const isAfter = (place) => (from.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return direction === 1 ? places.find(isAfter) : places.filter((place) => !isAfter(place)).at(-1);
}

/** @param {boolean} canWatch */
function help(canWatch) {
    sheet(phrase("controls.keys"), el("dl", { class: "keys" },
        ...described.filter(([key]) => canWatch || !"rw".includes(key))
            .flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, phrase(what))])));
}
