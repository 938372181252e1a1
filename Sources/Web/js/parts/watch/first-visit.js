// What somebody can do first, while there is nothing to watch: join a friend's room, make one, or invite.
import { replica } from "../../client.js";
import { el, icon, linkButton } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { namesInWords } from "../controls/person.js";
import { joinableRooms } from "./joinable-rooms.js";

/**
 * The offers of an empty dashboard. Somebody who joined by an invite has a friend already.
 * @param {AbortSignal} signal
 */
export function firstVisit(signal) {
    const { friends } = replica.friends() ?? { friends: [] };
    const words = friends.length === 0 ? phrase("watch.first.alone")
        : phrase("watch.first.friends", { names: namesInWords(friends) });
    return el("div", { class: "first-visit" }, el("p", {}, words), joinableRooms(signal),
        el("div", { class: "first-offers" },
            offer("watch", phrase("watch.first.make"), phrase("watch.first.makeAbout"),
                linkButton("/new", { class: "button button-main" }, phrase("watch.first.new"))),
            offer("people", phrase("watch.first.bring"), phrase("watch.first.bringAbout"),
                linkButton("/people#invites", { class: "button" }, phrase("watch.first.invite")))));
}

/**
 * @param {"watch" | "people"} sign
 * @param {string} title
 * @param {string} text
 * @param {Node} action
 */
const offer = (sign, title, text, action) => el("section", { class: "card offer", "aria-label": title }, icon(sign),
    el("h2", {}, title), el("p", { class: "soft" }, text), action);
