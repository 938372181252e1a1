// What a group of rooms is called.
import { phrase } from "../../first-phrases.js";
import { namesInWords } from "../controls/person.js";
import { othersOf } from "./room-row.js";

/** @typedef {import("../../types/wire.js").UserStub} UserStub */

/**
 * What a group is called: its show, or who watches together: "With bea and cem", "Films with bea", "By myself".
 * @param {import("../../types/wire.js").Subject["kind"]} kind
 * @param {string} show
 * @param {readonly (UserStub | undefined)[]} members
 */
export function groupTitle(kind, show, members) {
    if (kind === "tv") return show;
    const others = namesInWords(othersOf(members.flatMap((one) => one ?? [])));
    return others ? phrase("watch.group.with", { kind, names: others }) : phrase("watch.group.alone", { kind });
}
