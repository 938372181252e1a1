// What stands in place of a room that there isn't, or that can't be loaded.
import { el } from "../../dom.js";
import { emptyState, failure } from "../controls/states.js";

const missing = "There is no such room, or you are not in it.";

/**
 * @param {unknown} problem undefined if the room has gone, or isn't the person's
 * @param {() => void} again
 */
export function missingRoom(problem, again) {
    return [el("h1", { class: "unseen" }, "Not found"), problem === undefined
        ? emptyState(missing, el("a", { class: "button", href: "/watch" }, "Watch")) : failure(problem, again)];
}
