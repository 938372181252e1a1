// What somebody can do first, while there is nothing to watch: join a friend's room, make one, or invite.
import { replica } from "../../client.js";
import { el, icon, linkButton } from "../../dom.js";
import { namesInWords } from "../controls/person.js";
import { joinableRooms } from "./joinable-rooms.js";

/**
 * The offers of an empty dashboard. Somebody who joined by an invite has a friend already.
 * @param {AbortSignal} signal
 */
export function firstVisit(signal) {
    const { friends } = replica.friends() ?? { friends: [] };
    const words = friends.length === 0 ? "Nothing to watch yet. Here is how it begins."
        : `You and ${namesInWords(friends)} are friends here. Here is how it begins.`;
    return el("div", { class: "first-visit" }, el("p", {}, words), joinableRooms(signal),
        el("div", { class: "first-offers" },
            offer("watch", "Make a room", "Choose an episode or a film, and with whom. You write while you watch.",
                linkButton("/new", { class: "button button-main" }, "New room")),
            offer("people", "Bring a friend", "Send a link. Who opens it joins you here.",
                linkButton("/people#invites", { class: "button" }, "Invite"))));
}

/**
 * @param {"watch" | "people"} sign
 * @param {string} title
 * @param {string} text
 * @param {Node} action
 */
const offer = (sign, title, text, action) => el("section", { class: "card offer", "aria-label": title }, icon(sign),
    el("h2", {}, title), el("p", { class: "soft" }, text), action);
