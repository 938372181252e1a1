// Looks whether the form of a draft can still be opened. Where it can't, its words stand with what wasn't sent. It is loaded once
// somebody types.

import { Problem } from "../api/answer.js";
import { writeEntries } from "../copy/person-copy.js";

/** @typedef {import("../davenport.js").Davenport} Davenport */
/**
 * What a kind of form needs to open.
 * @typedef {object} Need
 * @property {string} [feature] of the community.
 * @property {readonly string[]} [roles] one of which the person must have.
 * @property {(copy: Copy.Memory, id: string) => string | undefined} [here] the title of what it belongs to, if that is in the
 *     copy.
 * @property {(davenport: Davenport, id: string) => Promise<string | undefined>} [ask] the title by the server; undefined where
 *     the form doesn't open any more. It rejects with the server's refusal.
 */

/** The time for which a place counts as there, in milliseconds, unless something hints that it may have gone. */
const patience = 3_600_000;
const teachers = ["teacher", "admin", "owner"];
const admins = ["admin", "owner"];

/** @type {Need} */
const ofTask = {
    feature: "class", roles: teachers,
    here: (copy, id) => [...copy.assignments.values()].find(({ task }) => task.id === id)?.task.title,
    ask: async ({ connection }, taskID) => (await connection.call("showTask", { path: { taskID } })).title,
};
/** @type {Need} */
const ofOwnTask = {
    feature: "class", here: (copy, id) => copy.assignments.get(id)?.task.title,
    ask: async ({ connection }, assignmentID) => (await connection.call("showAssignment", { path: { assignmentID } })).task.title,
};
/** @type {Need} */
const ofPerson = {
    here: (copy, id) => acquaintances(copy).find(person => person.id === id)?.username,
    ask: async ({ connection }, userID) => (await connection.call("showUser", { path: { userID } })).username,
};
/** @type {Need} */
const ofReport = {
    roles: admins,
    ask: async ({ connection }, reportID) => (await connection.call("showReport", { path: { reportID } })).person?.username ?? "",
};
/** @type {Need} Somebody else's decision is final. */
const ofDecision = {
    roles: admins,
    ask: async ({ connection }, reportID) => {
        const { person, resolution } = await connection.call("showReport", { path: { reportID } });
        return resolution ? undefined : person?.username ?? "";
    },
};
/** @type {Need} */
const ofBot = {
    roles: admins,
    ask: async ({ connection }, botID) =>
        (await connection.call("listBots")).items.find(({ user }) => user.id === botID)?.user.username,
};

/**
 * The kinds of forms that keep words. The outbox sees in the copy whether a room or an assignment is gone.
 * @type {Record<App.DraftKind, Need>}
 */
export const kinds = {
    room: { feature: "watch" }, rewatch: { feature: "watch" }, edit: {}, subtitles: {}, "report-room": {}, "report-comment": {},
    assignment: {}, message: {}, mark: {}, extension: {},
    task: ofTask, own: ofOwnTask, teacher: ofTask, report: ofPerson, "report-note": ofReport, "report-decision": ofDecision,
    member: { roles: admins }, handover: { feature: "class", roles: admins }, filter: { roles: admins },
    tenant: { roles: ["owner"] }, challenge: { feature: "play" },
    profile: {}, email: {}, notifications: {}, feedback: {}, friend: {}, mutes: {}, invite: {},
    calendar: {}, player: { feature: "watch" }, bot: ofBot,
};

/** Follows whether the forms of the drafts can be opened. */
export class Places {
    /**
     * When a place was looked at last, in the platform's milliseconds.
     * @type {Map<string, number>}
     */
    seen = new Map();
    /**
     * What the places belong to, as it was called last.
     * @type {Map<string, string>}
     */
    titles = new Map();
    /** What was there at the last look, and the role and features by then. */
    present = /** @type {ReadonlySet<string>} */ (new Set());
    isAsking = false;
    last = Promise.resolve();

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        davenport.topics.subscribe(["pass", "writes", "tenant"], () => { this.look(); });
        davenport.connection.onMissing = () => {
            if (this.isAsking) return;
            this.seen.clear();
            this.look();
        };
    }

    /** Looks at the places of all drafts that weren't looked at since something hinted that they may have gone. */
    look() {
        const { copy } = this.davenport;
        if (!copy?.state.isWhole) return this.last;
        this.last = this.last.then(() => this.lookAtAll(copy)).catch(error => copy.report(error));
        return this.last;
    }

    /** @param {Copy.Memory} copy */
    async lookAtAll(copy) {
        if (!copy.isPresent) return;
        this.noticeLoss(copy);
        const places = this.davenport.drafts.withWords().map(({ place }) => place);
        for (const place of this.seen.keys()) if (!places.includes(place)) this.seen.delete(place);
        const now = copy.platform.now();
        /** @type {Map<string, boolean>} */
        const changed = new Map();
        for (const place of places) {
            if (now - (this.seen.get(place) ?? -Infinity) < patience) continue;
            const opens = await this.opens(copy, place);
            if (!copy.isPresent) return;
            if (opens === undefined) continue;
            this.seen.set(place, now);
            if (opens === (copy.gone[place] !== undefined)) changed.set(place, opens);
        }
        if (changed.size > 0) await this.note(copy, changed);
    }

    /**
     * Looks at everything again if a room, an assignment or a friend has gone, or if the role or the features are others.
     * @param {Copy.Memory} copy
     */
    noticeLoss(copy) {
        const present = new Set([
            copy.userID, copy.documents.me?.role ?? "", ...this.davenport.session.keptTenant()?.features ?? [],
            ...copy.rooms.keys(), ...copy.assignments.keys(), ...copy.documents.friends?.friends.map(({ id }) => id) ?? [],
        ]);
        if ([...this.present].some(one => !present.has(one))) this.seen.clear();
        this.present = present;
    }

    /**
     * Whether the form of a place can be opened; undefined if that can't be found out now.
     * @param {Copy.Memory} copy
     * @param {string} place
     */
    async opens(copy, place) {
        const [, kind = "", id = ""] = /^([a-z-]+)(?::([0-9a-f-]{36}))?/.exec(place) ?? [];
        const { feature, roles, here, ask } = kinds[/** @type {App.DraftKind} */ (kind)] ?? {};
        const features = /** @type {readonly string[] | undefined} */ (this.davenport.session.keptTenant()?.features);
        const role = copy.documents.me?.role;
        if (feature && features?.includes(feature) === false || roles && role && !roles.includes(role)) return false;
        if (!ask || !id) return true;
        this.isAsking = true;
        try {
            const title = here?.(copy, id) ?? await ask(this.davenport, id);
            if (title !== undefined) this.titles.set(place, title);
            return title !== undefined;
        } catch (error) {
            if (!(error instanceof Problem)) throw error;
            return error.isTransient || error.status === 401 ? undefined : false;
        } finally {
            this.isAsking = false;
        }
    }

    /**
     * Notes which places are gone, or are there again.
     * @param {Copy.Memory} copy
     * @param {ReadonlyMap<string, boolean>} changed whether their forms open.
     */
    note(copy, changed) {
        return writeEntries(copy, async stores => {
            const drafts = new Set(await stores.keys("drafts"));
            /** @type {[string, string][]} */
            const known = Object.entries(await stores.get("cursor", "gone") ?? {});
            const others = known.filter(([key]) => !changed.has(key) && (!key.includes(":") || drafts.has(key)));
            const gone = [...changed].filter(([, opens]) => !opens).map(([place]) => [place, this.titles.get(place) ?? ""]);
            await stores.put("cursor", Object.fromEntries([...others, ...gone]), "gone");
        }, ["cursor", "drafts"]);
    }
}

/**
 * The friends, and the people in the person's rooms.
 * @param {Copy.Memory} copy
 */
function acquaintances(copy) {
    const members = [...copy.rooms.values()].flatMap(({ body }) => body.members.map(({ user }) => user));
    return [...members, ...copy.documents.friends?.friends ?? []];
}
