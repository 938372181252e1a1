// The writes that work offline. Each is on disk before it is shown; one tab at a time sends them.

import { loaded } from "./api/answer.js";
import { readEntries } from "./copy/person-copy.js";
import { bytesPlace, shownPictures } from "./drafts.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */
/** @typedef {import("./outbox/writes.js").Writes} Writes */

/** The pause before a module is loaded again that couldn't be, in milliseconds. */
const loadPause = 10_000;
/** The refusals that the same words meet again. */
const final = [400, 411, 413, 415, 422];
/** The place of a draft: its kind, and what it belongs to. */
const placed = /^([a-z-]+)(?::([0-9a-f-]{36})(?:\/([0-9a-f-]{36}))?)?/;
/** The kinds of places in rooms, and in assignments. */
const inRooms = ["room", "edit", "subtitles", "report-room", "report-comment"];
const inAssignments = ["assignment", "message", "mark", "extension"];

/** What the person has written and the server hasn't acknowledged yet. */
export class Outbox {
    /**
     * What the person does, once its module is here.
     * @type {Writes | undefined}
     */
    acts = undefined;

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        const flush = () => { this.flush(); };
        davenport.platform.onEvents({ hidden: flush, online: flush, sync: flush });
        davenport.topics.subscribe(["drafts"], () => this.lookAtPlaces());
    }

    get copy() { return this.davenport.copy; }

    /**
     * Begins with a person's outbox.
     * @param {Copy.Memory} copy
     */
    async start(copy) {
        copy.listen("outbox", async () => {
            await readEntries(copy);
            if (this.writes().some(entry => !entry.problem)) this.lets(copy, "expect");
        });
        await readEntries(copy);
        this.showHeld(copy);
        if (this.writes().length > 0) this.lets(copy, "send");
        const places = [...copy.drafts.keys()];
        if (places.some(place => place.startsWith(bytesPlace("")))) {
            import("./outbox/kept-pictures.js").then(({ dropUnnamedBytes }) => dropUnnamedBytes(copy)).catch(() => {});
        }
        if (!places.some(place => place.startsWith("play:"))) return;
        // Plays go on sending. If their module can't be loaded now, their pages do it.
        import("./play/plays.js").then(({ Plays }) => this.davenport.use(Plays).resume()).catch(() => {});
    }

    /**
     * Shows the held writes once their time is over.
     * @param {Copy.Memory} copy
     */
    showHeld(copy) {
        const now = this.platform.now();
        const times = copy.entries.map(entry => entry.heldUntil ?? 0).filter(time => time > now);
        if (times.length === 0) return;
        this.platform.setTimeout(() => {
            if (!copy.isPresent) return;
            readEntries(copy).catch(error => this.platform.report(error));
            this.showHeld(copy);
        }, Math.min(...times) - now + 1);
    }

    // The acts that outbox/writes.js documents. Each loads it if it isn't here yet, and rejects if it can't keep the act.
    addComment = this.act("addComment");
    markWatched = this.act("markWatched");
    unmarkWatched = this.act("unmarkWatched");
    setPosition = this.act("setPosition");
    react = this.act("react");
    markRead = this.act("markRead");
    changeComment = this.act("changeComment");
    removeComment = this.act("removeComment");
    retry = this.act("retry");
    discard = this.act("discard");

    /**
     * Whether the server has a position from this tab. It counts the age from when it has had it, which may be seconds after it
     * was sent.
     * @param {string} roomID
     * @param {{ seconds: number, running: boolean, age: number }} position as the copy keeps it.
     * @param {number} slack in seconds.
     */
    isFromHere(roomID, { seconds, running, age }, slack) {
        const sent = this.copy?.sentPositions.get(roomID);
        if (sent?.seconds !== seconds || sent.running !== running) return false;
        return -age >= sent.from / 1000 - slack && -age <= sent.to / 1000 + slack;
    }

    /**
     * Everything that wasn't sent and waits for its author's decision. Topic `writes` says that it has changed.
     * @returns {App.NotSent[]}
     */
    notSent() {
        const { copy, davenport: { drafts } } = this;
        if (!copy) return [];
        const refused = copy.entries.filter(entry => entry.problem && entry.answered === undefined);
        const orphaned = drafts.withWords().flatMap(draft => orphan(copy, draft) ?? []);
        const late = [...copy.drafts.values()].flatMap(row => lateMoves(row) ?? []);
        return [...refused.map(entry => refusedWrite(copy, entry)), ...orphaned, ...late];
    }

    /** Looks whether the forms of the drafts still open. If the module can't be loaded, the next key tries again. */
    lookAtPlaces() {
        if (this.davenport.drafts.withWords().length === 0) return;
        import("./outbox/places.js").then(({ Places }) => this.davenport.use(Places).look()).catch(() => {});
    }

    /** All that waits or was refused. */
    writes() {
        return (this.copy?.entries ?? []).filter(entry => entry.answered === undefined);
    }

    /** The number of writes that a person would miss: not of read markers and positions. */
    unsent() {
        const missed = this.writes().filter(({ kind }) => kind !== "read" && kind !== "position").length;
        return missed + (this.copy?.unsentMoves ?? 0);
    }

    /** Whether what waits outlasts the page. */
    isKept() { return this.copy?.database.isPersistent ?? true; }

    /** Sends at once what waits. */
    async flush() {
        const { copy } = this;
        if (!copy || !this.writes().some(entry => !entry.problem)) return;
        // Signing out, here or in another tab, may erase the outbox meanwhile.
        await this.lets(copy, "wake").catch(error => copy.report(error));
    }

    /**
     * Makes the method that loads `Writes` and does one of its acts.
     * @template {keyof Writes} Name
     * @param {Name} name
     * @returns {Writes[Name]}
     */
    act(name) {
        return /** @type {any} */ (async (/** @type {[any, any, any]} */ ...options) => {
            /** @type {any} */
            const acts = this.acts ?? this.davenport.use((await loaded(import("./outbox/writes.js"))).Writes);
            return acts[name](...options);
        });
    }

    /**
     * Lets the sender act. It is loaded once something waits; if it can't be now, what waits is on disk, and it is tried again.
     * @param {Copy.Memory} copy
     * @param {"send" | "expect" | "wake"} act
     * @returns {Promise<void>}
     */
    async lets(copy, act) {
        const module = await import("./outbox/sender.js").catch(() => {});
        if (!copy.isPresent) return;
        if (!module) return void this.platform.setTimeout(() => this.lets(copy, "send"), loadPause);
        copy.sender ??= new module.Sender(copy);
        await copy.sender[act]();
    }
}

/**
 * @param {Copy.Memory} copy
 * @param {Copy.Entry} entry
 * @returns {App.NotSent}
 */
function refusedWrite(copy, { id, kind, roomID, comment, pictures, reaction, writtenAt, problem }) {
    const isPlaceGone = isGone(copy, "room", roomID);
    const status = problem?.status ?? 0;
    return {
        id, kind, text: comment?.content ?? reaction?.emoji ?? "", title: titleOf(copy, roomID), placeID: roomID, isPlaceGone,
        // Pictures are uploaded anew.
        canRetry: !isPlaceGone && (!final.includes(status) || problem?.code === "unknown_file"), writtenAt, problem,
        ...(pictures && { pictures: shownPictures(copy, pictures) }),
    };
}

/**
 * @param {Copy.Memory} copy
 * @param {{ place: string, text: string, writtenAt: string | undefined, pictures: App.ShownPicture[] }} draft
 * @returns {App.NotSent | undefined}
 */
function orphan(copy, { place, text, writtenAt, pictures }) {
    const [, kind, placeID = "", commentID] = placed.exec(place) ?? [];
    const title = copy.gone[commentID ?? place];
    if (!isGone(copy, kind, placeID) && title === undefined) return undefined;
    const problem = { status: 404, code: "not_found", detail: "Where this belongs is gone, or you are not in it any more." };
    return {
        id: `draft:${place}`, kind: "draft", text, title: titleOf(copy, placeID) ?? title, placeID, isPlaceGone: true,
        canRetry: false, writtenAt, problem, ...(pictures.length > 0 && { pictures }),
    };
}

/**
 * @param {any} row of a play.
 * @returns {App.NotSent | undefined}
 */
function lateMoves(row) {
    if (!Array.isArray(row?.late) || row.late.length === 0 || !row.play) return undefined;
    const { id, challengeID } = row.play;
    const problem = { status: 409, code: "play_over", detail: "The server took these moves no more." };
    return {
        id: `play:${id}`, kind: "moves", text: row.late.join(", "), title: undefined, placeID: challengeID, isPlaceGone: false,
        canRetry: false, writtenAt: undefined, problem,
    };
}

/**
 * Whether a room or an assignment isn't in the copy, which is whole.
 * @param {Copy.Memory} copy
 * @param {string} kind of the place.
 * @param {string} id
 */
function isGone(copy, kind, id) {
    if (!copy.state.isWhole || !id) return false;
    if (inAssignments.includes(kind)) return !copy.assignments.has(id);
    return inRooms.includes(kind) && !copy.rooms.has(id) && !copy.first.rooms.has(id);
}

/**
 * @param {Copy.Memory} copy
 * @param {string} id
 */
function titleOf(copy, id) {
    /** @type {any} */
    const subject = copy.rooms.get(id)?.body.subject;
    return subject?.title ?? subject?.showTitle ?? copy.assignments.get(id)?.task.title ?? copy.gone[id];
}
