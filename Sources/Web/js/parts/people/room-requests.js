// The requests to join a room, among the room's people, and the switch that opens the room to one's friends.
import { replica } from "../../client.js";
import { el, fill, sync } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { choice } from "../controls/choices.js";
import { actionButton, needsNetwork, networkFault } from "../controls/form.js";
import { called } from "../controls/person.js";
import { personLine } from "../controls/person-line.js";
import { busy, say, sentence } from "../controls/states.js";
import { agoInWords } from "../controls/time.js";
import { undoable } from "../controls/undo.js";

/** @typedef {import("../../types/wire.js").RoomRequest} RoomRequest */

/** The requests to join one room, with the switch that opens it to friends. */
export class RoomRequests {
    list = el("ul", { class: "list" });
    fault = el("p", { class: "small bad", role: "alert" });
    node = el("div", { class: "stack-tight", hidden: true });

    /** @param {string} roomID */
    constructor(roomID) {
        this.roomID = roomID;
        const { input, node } = choice("checkbox", phrase("people.openRoom"), {});
        this.input = input;
        needsNetwork(input);
        input.addEventListener("change", () => this.setOpen(input.checked));
        this.node.append(this.list, el("h3", {}, phrase("people.openRoom.title")), node, this.fault);
    }

    /** Shows what the copy has now. */
    update() {
        const found = replica.roomRequests();
        this.node.hidden = !found;
        if (!found) return;
        const incoming = found.incoming.filter((request) => request.roomID === this.roomID);
        this.list.hidden = incoming.length === 0;
        sync(this.list, incoming, ({ requestedAt, user }) => `${user.id} ${requestedAt} ${called(user)}`,
            (request) => ({ node: el("li", {}, requestLine(request)) }));
        if (!this.input.hasAttribute("aria-busy")) this.input.checked = found.openRoomIDs.includes(this.roomID);
    }

    /** @param {boolean} isOpen */
    async setOpen(isOpen) {
        const reason = networkFault();
        fill(this.fault, reason);
        if (!reason) {
            busy(this.input, true);
            try {
                await replica.change(isOpen ? "openRoom" : "closeRoom", { path: { roomID: this.roomID } });
                say(phrase(isOpen ? "people.openRoom.opened" : "people.openRoom.closed"));
            } catch (problem) {
                fill(this.fault, sentence(problem));
            }
            busy(this.input, false);
        }
        this.update();
    }
}

/**
 * Somebody who asked to join a room, with the answers.
 * @param {RoomRequest} request
 * @param {{words?: import("../../dom.js").Parts, isMain?: boolean}} options `words`: what they asked, and when; `isMain`: whether
 *     accepting is the page's main action
 */
export function requestLine({ requestedAt, roomID, user }, { words, isMain = true } = {}) {
    const path = { roomID, userID: user.id };
    const name = called(user);
    return personLine(user, {
        isExact: !replica.friends()?.friends.some(({ id }) => id === user.id),
        about: words ?? phraseAround("people.asks.room", { ago: agoInWords(requestedAt) }),
        actions: [
            actionButton(phrase("people.accept"), async () => {
                await replica.change("acceptRoomRequest", { path });
                return phrase("people.accepted", { name });
            }, { class: isMain ? "button button-main" : "button", about: name }),
            actionButton(phrase("people.decline"), async () => {
                undoable({ said: phrase("people.declining", { name }), run: async () => {
                    await replica.change("declineRoomRequest", { path });
                    return phrase("people.declined");
                } });
            }, { about: name }),
        ],
    });
}
