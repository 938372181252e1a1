// Makes an invite into a room, and shares its link by the system's own way.
import { call } from "../../client.js";
import { asProblem, say } from "../controls/states.js";
import { el } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { inviteLink, usualInvite } from "./invite-form.js";
import { linkToSend, mayBeMade, share } from "./link-to-send.js";

/**
 * Makes an invite into a room for one person, opens the system's sheet, and gives the link for everybody else.
 * @param {string} roomID
 * @param {() => void} done is called when the maker is done with the link
 */
export async function inviteIntoRoom(roomID, done) {
    try {
        const { code, invite } = await call("createInvite", { body: { roomIDs: [roomID], ...usualInvite() } });
        say(phrase("people.invite.ready"));
        return shown(inviteLink(code), invite.codeKept, done);
    } catch (problem) {
        if (!mayBeMade(asProblem(problem))) throw problem;
        return lost(done);
    }
}

/**
 * @param {string} link
 * @param {boolean} isKept whether the link can be shown again
 * @param {() => void} done
 */
function shown(link, isKept, done) {
    const text = isKept ? phraseAround("people.invite.room", { page: invites() }) : phrase("people.invite.roomOnce");
    const sending = linkToSend(link, text, done);
    share(link);
    requestAnimationFrame(() => sending.focus());
    return el("div", { class: "card" }, sending.node);
}

const invites = () => el("a", { href: "/people#invites" }, phrase("people.title"));

/** @param {() => void} done */
function lost(done) {
    return el("div", { class: "card stack-tight" },
        el("p", { class: "bad", role: "alert" },
            ...phraseAround("people.invite.roomLost", { page: invites() })),
        el("button", { class: "button", onclick: done }, phrase("people.back")));
}
