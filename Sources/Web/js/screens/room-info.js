// Details of a room: episode, members and actions. Shown at the right in wide windows, otherwise in a sheet.
import { call, drafts, loaded, replica, session } from "../client.js";
import { el, fill, refill, sync } from "../dom.js";
import { go } from "../routes.js";
import { ask } from "../parts/controls/dialog.js";
import { KeptDraft } from "../parts/controls/kept-draft.js";
import { KeptID } from "../parts/controls/kept-id.js";
import { undoable } from "../parts/controls/undo.js";
import { catalogueFacts } from "../parts/watch/catalogue-facts.js";
import { called } from "../parts/controls/person.js";
import { personLine } from "../parts/controls/person-line.js";
import { personButton, openReport } from "../parts/people/profile.js";
import { RoomRequests } from "../parts/people/room-requests.js";
import { lastWritten, nextEpisode } from "../parts/room/room-head.js";
import { timestamp } from "../client/timestamp.js";
import { sign } from "../parts/controls/signs.js";
import { asProblem, say, sendOnClick } from "../parts/controls/states.js";
import { SubtitleTracks } from "../parts/room/subtitles.js";
import { agoInWords } from "../parts/controls/time.js";
import { phrase, phraseAround } from "../phrases.js";

/** @typedef {import("../types/app.js").ShownRoom} ShownRoom */
/**
 * @typedef {{signal: AbortSignal, onLines: () => void, shown: import("../parts/people/profile.js").Comments,
 *     known: import("../parts/people/profile.js").Comments, follow: (update: () => void, signal: AbortSignal) => void,
 *     close?: () => void}} Place
 *     `onLines` is called when the room's lines are others now. `shown` returns the comments that the gate lets through, and
 *     `known` those that count for where their authors are. `follow` calls `update` when these are others, until the signal.
 */

/**
 * The details of a room, as a page beside it or in a sheet.
 * @param {string} roomID
 * @param {Place} place
 */
export default function roomInfo(roomID, place) {
    const details = new RoomInfo(roomID, place);
    details.begin();
    return details.node;
}

class RoomInfo {
    /** The room in which it is watched again: another try after a lost answer makes no second one, also after a reload. */
    rewatch = new KeptID();
    /** Whether that room was asked for, and no answer came. */
    isRewatchTried = false;

    /**
     * @param {string} roomID
     * @param {Place} place
     */
    constructor(roomID, place) {
        this.roomID = roomID;
        this.place = place;
        this.catalogue = el("div", { class: "about-block" });
        this.members = el("ul", { class: "list" });
        this.requests = new RoomRequests(roomID);
        this.adding = el("div", {});
        this.inviting = el("div", { class: "stack-tight" });
        this.more = el("div", { class: "stack-tight" }, this.adding, this.inviting);
        this.people = el("details", {}, el("summary", { class: "small" }, phrase("room.about.addPeople")),
            el("div", { class: "about-block" }, this.more, this.requests.node));
        this.source = el("div", { class: "about-block" });
        this.tracks = new SubtitleTracks(roomID, place.onLines);
        this.next = el("div", {});
        this.fault = el("p", { class: "small bad", role: "alert" });
        this.mute = this.button("", (room) => this.setMuted(room), "plain");
        this.again = this.button([sign("play"), phrase("room.about.again")], (room) => this.watchAgain(room));
        this.leave = this.button(phrase("room.about.leave"), (room) => this.leaveRoom(room));
        this.remove = this.button(phrase("room.about.delete"), () => this.deleteRoom(), "bad");
        const report = () => openReport({ roomID }, phrase("room.about.reported"), this.reportButton, place.shown);
        this.reportButton = el("button", { class: "button", onclick: report }, phrase("room.about.report"));
        const end = el("details", { class: "more-fields" },
            el("summary", { class: "small soft" }, phrase("room.about.end")),
            el("div", { class: "stack-tight" }, this.leave, this.reportButton, this.remove));
        const members = phrase("room.about.members");
        this.node = el("div", { class: "about" },
            el("section", { class: "about-block", "aria-label": members }, el("h2", {}, members), this.members,
                this.requests.list, this.people), el("div", { class: "about-block about-next" }, this.next, this.again),
            this.catalogue, this.tracks.node,
            el("section", { class: "about-block about-end", "aria-label": phrase("room.about.thisRoom") },
                this.mute, end, this.fault), this.source);
        /** @type {KeptDraft<{text: string, id: string}>} */
        this.draft = new KeptDraft(`rewatch:${roomID}`, {
            get: () => this.isRewatchTried ? { text: "", id: this.rewatch.value } : undefined,
            put: (kept) => this.putRewatch(kept?.id), isThere: () => this.node.isConnected,
        });
    }

    begin() {
        const { place, roomID } = this;
        const topics = ["rooms", `room:${roomID}`, "friends", "me", "dashboard", "roomRequests"];
        place.signal.addEventListener("abort", replica.subscribe(topics, () => this.update()));
        place.signal.addEventListener("abort", () => this.draft.stop.abort());
        place.follow(() => this.update(), place.signal);
        this.offerInvite();
        this.update();
        // Alone, one looks for the others first.
        this.people.open = replica.room(roomID)?.members.length === 1;
        this.describe();
    }

    /** Shows the button that makes an invite into the room, and takes the place of its link. */
    offerInvite() {
        const fault = el("p", { class: "small bad", role: "alert" });
        const button = el("button", { class: "button" }, phrase("room.about.invite"));
        sendOnClick(button, fault, async () => {
            const { inviteIntoRoom } = await loaded(import("../parts/people/room-invite.js"));
            fill(this.inviting, await inviteIntoRoom(this.roomID, () => this.offerInvite()));
        });
        fill(this.inviting, button, fault);
    }

    /**
     * A button that does something with the room as it is then.
     * @param {import("../dom.js").Parts} label
     * @param {(room: ShownRoom) => Promise<void>} run
     * @param {"plain" | "bad"} [kind]
     */
    button(label, run, kind) {
        const button = el("button", { class: kind ? `button button-${kind}` : "button" }, label);
        sendOnClick(button, this.fault, async () => {
            const room = replica.room(this.roomID);
            if (room) await run(room);
        });
        return button;
    }

    /** @param {ShownRoom} room */
    async setMuted({ id, muted }) {
        const now = await call("showNotificationPreferences");
        const others = now.mutedRooms.filter((one) => one !== id);
        const changed = { ...now, mutedRooms: muted ? others : [...others, id] };
        await replica.change("changeNotificationPreferences", { body: /** @type {Wire.NewNotificationPreferences} */ (changed) });
        say(phrase(muted ? "room.about.isUnmuted" : "room.about.isMuted"));
    }

    /** @param {ShownRoom} room */
    async leaveRoom({ id: roomID, members }) {
        const isLast = members.length === 1;
        const text = phrase(isLast ? "room.about.leaveAsLast" : "room.about.leaveOthers");
        const [title, action] = [phrase("room.about.leaveThis"), phrase("room.about.leaveNow")];
        if (!await ask({ title, text, action, opener: this.leave })) return;
        const request = () => call("leaveRoom", { path: { roomID } });
        if (isLast) {
            await request();
            return this.gone();
        }
        this.goTo("/watch");
        undoable({ said: phrase("room.about.leaving"), undo: () => go(`/rooms/${roomID}`), run: async () => {
            await request();
            await replica.refresh();
            return phrase("room.about.left");
        } });
    }

    async deleteRoom() {
        if (!await ask({ title: phrase("room.about.deleteThis"), text: phrase("room.about.gone"),
            action: phrase("room.about.deleteNow"), opener: this.remove })) return;
        await call("deleteRoom", { path: { roomID: this.roomID } });
        await this.gone();
    }

    /** @param {string | undefined} id the room that an earlier page has asked for. If it was watched since, it is no answer. */
    putRewatch(id) {
        this.isRewatchTried = id !== undefined && !replica.room(id)?.watched;
        if (id !== undefined && this.isRewatchTried) this.rewatch.value = id;
        else this.rewatch.renew();
    }

    /** @param {ShownRoom} room */
    async watchAgain({ members, subject }) {
        const memberIDs = members.map((member) => member.user.id).filter((id) => id !== session.current()?.userID);
        const { draft } = this;
        await draft.loaded;
        this.isRewatchTried = true;
        await draft.save();
        // The id is on disk before the request goes out.
        await drafts.flush();
        const { value: id } = this.rewatch;
        const made = await replica.change("createRoom", { body: { id, subject, memberIDs, rewatch: true } })
            .catch((problem) => this.refusedRewatch(asProblem(problem)));
        const sent = draft.sent();
        this.isRewatchTried = false;
        this.rewatch.renew();
        await draft.acknowledged(sent);
        this.place.close?.();
        go(`/rooms/${made.id}`);
    }

    /**
     * Gives the room of an earlier try, which the server has made with the members of then. If that is gone, the next try makes
     * another.
     * @param {import("../types/app.js").Problem} problem
     */
    refusedRewatch(problem) {
        const made = replica.room(this.rewatch.value);
        if (!this.rewatch.isTaken(problem)) throw problem;
        this.draft.save();
        if (made) return made;
        throw problem;
    }

    async gone() {
        this.goTo("/watch");
        await replica.refresh();
    }

    /** @param {string} path of the page that takes the place of the room's */
    goTo(path) {
        this.place.close?.();
        go(path, { replace: true });
    }

    update() {
        const { adding, again, more, mute, next, place, remove, reportButton, roomID, tracks } = this;
        const room = replica.room(roomID);
        if (!room || place.signal.aborted) return;
        const written = lastWritten(room.members, room.watched ? [] : place.known());
        sync(this.members, room.members,
            ({ isHost, user, watchedAt }) =>
                `${user.id} ${watchedAt} ${isHost} ${called(user)} ${user.avatarURL} ${written.get(user.id)}`,
            (member) => ({ node: this.memberLine(member, written.get(member.user.id)) }));
        this.requests.update();
        refill(adding, [room.members.map(({ user }) => user.id), replica.friends()], () => this.adder(room));
        tracks.update(room);
        if (!next.firstChild) fill(next, nextEpisode(room));
        fill(mute, sign("bell"), phrase(room.muted ? "room.about.unmute" : "room.about.mute"));
        more.hidden = room.members.length >= 32;
        again.hidden = !room.watched;
        remove.hidden = !(room.mine?.isHost || replica.runsCommunity());
        reportButton.hidden = room.mine?.isHost ?? false;
    }

    /**
     * @param {ShownRoom["members"][number]} member
     * @param {number | undefined} second of the last comment, where that says something
     */
    memberLine({ isHost, user, watchedAt }, second) {
        const about = [watchedAt ? phraseAround("room.about.watched", { ago: agoInWords(watchedAt) })
            : second === undefined ? phrase("room.about.notWatched") : phrase("room.about.wrote", { time: timestamp(second) }),
        isHost && ` · ${phrase("room.about.host")}`].flat();
        const theirs = () => this.place.shown().filter((one) => one.author?.id === user.id);
        return el("li", {}, personLine(user, { about,
            actions: user.id !== session.current()?.userID && personButton(user, theirs) }));
    }

    /** @param {ShownRoom} room */
    adder({ id: roomID, members }) {
        const inRoom = new Set(members.map((member) => member.user.id));
        const others = [...candidates().values()].filter((person) => !inRoom.has(person.id));
        if (others.length === 0 || members.length >= 32) return undefined;
        const select = el("select", { "aria-label": phrase("room.about.person") },
            ...others.map((person) => el("option", { value: person.id }, called(person))));
        const button = this.button(phrase("room.about.add"), async () => {
            await replica.change("addMember", { path: { roomID, userID: select.value } });
            say(phrase("room.about.added"));
        });
        return el("div", { class: "code-line" }, el("div", { class: "field" }, select), button);
    }

    async describe() {
        const room = replica.room(this.roomID);
        if (!room || !session.keptTenant()?.catalogue) return;
        try {
            const facts = await catalogueFacts(room);
            fill(this.source, facts.pop());
            fill(this.catalogue, ...facts);
        } catch {
            // A room needs no catalogue.
        }
    }
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
