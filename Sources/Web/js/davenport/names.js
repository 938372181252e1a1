// An entry: what the people are called whose names the person sees (rule 2.12). They are kept in the copy, so that they are there
// before the first screen.

import { Problem } from "./api/answer.js";
import { commitState, readState, spread, tables } from "./copy/updates.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */

/** The topics that change whose names the person sees. */
const topics = ["friends", "rooms", "assignments"];
/** The age at which the names are read again, in milliseconds: somebody may have another one. */
const patience = 3_600_000;

/** Reads the names once, again whenever somebody comes or goes, and otherwise after an hour, also over reloads. */
export class Names {
    /** Whose names were read last, and for which copy. */
    seen = "";
    /** When, in milliseconds. */
    at = 0;

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
    }

    /** Reads the names of the person who is signed in, and follows. */
    follow() {
        this.davenport.topics.subscribe(topics, () => this.update());
        return this.update();
    }

    async update() {
        const { copy, platform } = this.davenport;
        if (!copy?.state.isWhole) return;
        const seen = JSON.stringify([copy.userID, ...[...peopleAround(copy)].sort()]);
        if (!this.seen) await this.recall(copy);
        if (seen === this.seen && platform.now() - this.at < patience) return;
        [this.seen, this.at] = [seen, platform.now()];
        try {
            const { items } = await this.davenport.connection.call("listPeople");
            await keep(copy, { names: calledBy(items), seen, at: this.at });
        } catch (error) {
            // Usernames stand in their place until somebody comes or the page is loaded again.
            if (!(error instanceof Problem)) copy.report(error);
        }
    }

    /**
     * Whose names an earlier page has read, and when.
     * @param {Copy.Memory} copy
     */
    async recall(copy) {
        const kept = await copy.database.transaction(["documents"], "readonly", stores => stores.get("documents", "names"));
        if (!this.seen && kept) [this.seen, this.at] = [kept.seen ?? "", kept.at ?? 0];
    }
}

/** @param {Copy.Memory} copy */
function peopleAround(copy) {
    return new Set([
        ...(copy.documents.friends?.friends ?? []).map(({ id }) => id),
        ...[...copy.rooms.values()].flatMap(({ body }) => body.members.map(({ user }) => user.id)),
        ...[...copy.assignments.values()].flatMap(({ student, task }) => [student, ...task.teachers].map(({ id }) => id)),
    ]);
}

/**
 * What each of these people is called: the given name. Who shares it with another one of them has the family name behind it, or
 * else is called by username.
 * @param {readonly Pick<Wire.User, "id" | "givenName" | "familyName">[]} people
 * @returns {Record<string, string>} by id, without those who are called by username.
 */
export function calledBy(people) {
    const key = (/** @type {string | undefined} */ name) => name?.trim().toLocaleLowerCase() ?? "";
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { givenName } of people) counts.set(key(givenName), (counts.get(key(givenName)) ?? 0) + 1);
    return Object.fromEntries(people.flatMap(({ id, givenName = "", familyName = "" }) => {
        const [given, family] = [givenName.trim(), familyName.trim()];
        if (!given) return [];
        if (counts.get(key(given)) === 1) return [[id, given]];
        return family ? [[id, `${given} ${family}`]] : [];
    }));
}

/**
 * Writes the names into the copy, with whose they are and when they were read. Here and in the other tabs that changes something
 * if they are others than before.
 * @param {Copy.Memory} copy
 * @param {{names: Record<string, string>, seen: string, at: number}} read
 */
async function keep(copy, { names, ...read }) {
    const effect = await copy.database.transaction(tables, "readwrite", async stores => {
        const before = (await stores.get("documents", "names"))?.body;
        const state = await readState(stores);
        await stores.put("documents", { pass: state.pass, body: names, ...read }, "names");
        if (JSON.stringify(before) === JSON.stringify(names)) return undefined;
        return { ...await commitState(stores, { ...state, revision: state.revision + 1 }), documents: { names } };
    });
    if (effect) await spread(copy, effect);
}
