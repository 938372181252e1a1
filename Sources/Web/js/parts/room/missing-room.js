// What stands in place of a room that there isn't, or that can't be loaded.
import { bar, el } from "../../dom.js";
import { emptyState, failure } from "../controls/states.js";

const missing = "There is no such room, or you are not in it.";

/**
 * @param {unknown} problem undefined if the room has gone, or isn't the person's
 * @param {() => void} again
 */
export function missingRoom(problem, again) {
    const isGone = problem === undefined;
    return el("div", { class: "room-missing" }, bar("/watch", el("h1", {}, isGone ? "Not found" : "Not loaded")),
        isGone ? emptyState(missing, el("a", { class: "button", href: "/watch" }, "Watch")) : failure(problem, again));
}
