// Details of a room: episode, members and actions. Shown at the right in wide windows, otherwise in a sheet.
import { call, replica, session } from "../client.js";
import { el, fill, sync } from "../dom.js";
import { go } from "../routes.js";
import { sendOnClick } from "../parts/controls/form.js";
import { ask } from "../parts/controls/dialog.js";
import { undoable } from "../parts/controls/undo.js";
import { lookUpSubject } from "../parts/watch/catalogue.js";
import { personLine } from "../parts/controls/person.js";
import { personButton, openReport } from "../parts/people/profile.js";
import { nextEpisode } from "../parts/room/room-head.js";
import { say } from "../parts/controls/states.js";
import { subjectTitle, subjectWords } from "../parts/watch/room-row.js";
import { subtitleTracks } from "../parts/room/subtitles.js";
import { agoInWords, dayText } from "../parts/controls/time.js";

/** @typedef {import("../types/app.js").ShownRoom} ShownRoom */
/**
 * @typedef {{signal: AbortSignal, onLines: () => void, shown: import("../parts/people/profile.js").Comments, close?: () => void}}
 *     Place
 *     `onLines` is called when the room's lines are others now. `shown` returns the comments that the gate lets through.
 */

/**
 * @param {string} roomID
 * @param {Place} place
 */
export default function roomInfo(roomID, { signal, onLines, shown: comments, close }) {
    const heading = el("div", {});
    const catalogue = el("div", { class: "about-block" });
    const members = el("ul", { class: "list" });
    const tracks = subtitleTracks(roomID, onLines);
    const adding = el("div", {});
    const next = el("div", {});
    const fault = el("p", { class: "small bad", role: "alert" });
    const mute = el("button", { class: "button" });
    const leave = el("button", { class: "button" }, "Leave room");
    const remove = el("button", { class: "button button-bad" }, "Delete room");
    const again = el("button", { class: "button" }, "Watch again");
    const accuse = el("button", { class: "button", onclick: () => openReport({ roomID }, "this room", accuse, comments) },
        "Report room");
    const end = el("details", { class: "more-fields" }, el("summary", { class: "small" }, "Leave, report or delete"),
        el("div", { class: "line" }, leave, accuse, remove));
    const node = el("div", { class: "about" }, heading, catalogue,
        el("section", { class: "about-block", "aria-label": "Members" }, el("h2", {}, "Members"), members, adding), tracks.node,
        el("section", { class: "about-block", "aria-label": "This room" }, next, el("div", { class: "line" }, again, mute), end,
            fault));
    let shown = "";

    /**
     * @param {HTMLButtonElement} button
     * @param {(room: ShownRoom) => Promise<void>} run
     */
    const does = (button, run) => sendOnClick(button, fault, async () => {
        const room = replica.room(roomID);
        if (room) await run(room);
    });

    does(mute, async (room) => {
        const now = await call("showNotificationPreferences");
        const others = now.mutedRooms.filter((id) => id !== roomID);
        const changed = { ...now, mutedRooms: room.muted ? others : [...others, roomID] };
        await replica.change("changeNotificationPreferences", { body: /** @type {Wire.NewNotificationPreferences} */ (changed) });
        say(room.muted ? "Notifications of this room are on." : "Notifications of this room are off.");
    });
    does(leave, async (room) => {
        const isLast = room.members.length === 1;
        const text = isLast ? "You are its last member, so it is deleted with everything in it."
            : "What you wrote stays for the others. You come back when one of them adds you.";
        if (!await ask({ title: "Leave this room?", text, action: "Leave", opener: leave })) return;
        if (isLast) {
            await call("leaveRoom", { path: { roomID } });
            return gone();
        }
        close?.();
        go("/watch", { replace: true });
        undoable({ said: "Leaving the room …", undo: () => go(`/rooms/${roomID}`), run: async () => {
            await call("leaveRoom", { path: { roomID } });
            await replica.refresh();
            return "You have left the room.";
        } });
    });
    does(remove, async () => {
        if (!await ask({ title: "Delete this room?", text: "It is gone at once for everybody, with everything written in it.",
            action: "Delete", opener: remove })) return;
        await call("deleteRoom", { path: { roomID } });
        await gone();
    });
    does(again, async (room) => {
        const memberIDs = room.members.map((member) => member.user.id).filter((id) => id !== session.current()?.userID);
        const made = await replica.change("createRoom",
            { body: { id: undefined, subject: room.subject, memberIDs, rewatch: true } });
        close?.();
        go(`/rooms/${made.id}`);
    });

    async function gone() {
        close?.();
        go("/watch", { replace: true });
        await replica.refresh();
    }

    function update() {
        const room = replica.room(roomID);
        if (!room || signal.aborted) return;
        const { over, title } = subjectWords(room.subject);
        fill(heading, el("p", { class: "small soft" }, el("bdi", {}, over)), el("p", { class: "name" }, el("bdi", {}, title)));
        sync(members, room.members,
            (member) => `${member.user.id} ${member.watchedAt} ${member.isHost} ${member.user.username} ${member.user.avatarURL}`, (member) => ({
            node: el("li", {}, personLine(member.user, { about: [
                member.watchedAt ? ["watched ", agoInWords(member.watchedAt)] : "hasn't watched yet",
                    member.isHost && " · host"].flat(),
            actions: member.user.id !== session.current()?.userID
                && personButton(member.user, () => comments().filter((one) => one.author?.id === member.user.id)) })),
        }));
        const key = JSON.stringify([room.members.length, replica.friends()]);
        if (key !== shown) fill(adding, adder(room));
        shown = key;
        tracks.update(room);
        if (!next.firstChild) fill(next, nextEpisode(room));
        fill(mute, room.muted ? "Unmute room" : "Mute room");
        again.hidden = !room.watched;
        remove.hidden = !(room.mine?.isHost || replica.runsCommunity());
        accuse.hidden = room.mine?.isHost ?? false;
    }

    /** @param {ShownRoom} room */
    function adder(room) {
        const inRoom = new Set(room.members.map((member) => member.user.id));
        const others = [...candidates().values()].filter((person) => !inRoom.has(person.id));
        if (others.length === 0 || room.members.length >= 32) return undefined;
        const select = el("select", { "aria-label": "Person to add" },
            ...others.map((person) => el("option", { value: person.id }, person.username)));
        const button = el("button", { class: "button" }, "Add");
        does(button, async () => {
            await replica.change("addMember", { path: { roomID, userID: select.value } });
            say("Added.");
        });
        return el("div", { class: "code-line" }, el("div", { class: "field" }, select), button);
    }

    async function describe() {
        const room = replica.room(roomID);
        if (!room || !session.keptTenant()?.catalogue) return;
        try {
            fill(catalogue, ...await about(room));
        } catch {
            // A room needs no catalogue.
        }
    }

    signal.addEventListener("abort", replica.subscribe(["rooms", `room:${roomID}`, "friends", "me", "dashboard"], update));
    update();
    describe();
    return node;
}

/** Friends and room-mates: the people that the user can add to rooms. */
export function candidates() {
    const own = session.current()?.userID;
    const people = new Map((replica.friends()?.friends ?? []).map((person) => [person.id, replica.person(person)]));
    for (const room of replica.rooms()) {
        for (const { user } of room.members) if (user.id !== own && !people.has(user.id)) people.set(user.id, user);
    }
    return people;
}

/** @param {ShownRoom} room */
async function about(room) {
    const answer = await lookUpSubject(room.subject);
    if (!answer) return [];
    const aired = "airDate" in answer && answer.airDate ? dayText(new Date(`${answer.airDate}T12:00:00`))
        : "year" in answer && answer.year;
    const facts = [aired, answer.runtime && `${answer.runtime} min`].filter(Boolean).join(" · ");
    const cast = "cast" in answer ? answer.cast : [];
    return [
        facts && el("p", { class: "small soft" }, facts),
        answer.overview && el("p", { class: "small", dir: "auto" }, answer.overview),
        cast.length > 0 && el("details", {}, el("summary", { class: "small" }, `Cast of ${subjectTitle(room.subject)}`),
            el("ul", { class: "cast" },
                ...cast.map((one) => el("li", {}, el("bdi", {}, one.name),
                    one.character && [" as ", el("bdi", {}, one.character)])))),
        attribution(answer),
    ];
}

/** @param {{attribution: string, stale?: boolean}} answer */
export function attribution(answer) {
    return el("p", { class: "tiny soft" }, answer.attribution, answer.stale && " The catalogue's answer is an old one.");
}
