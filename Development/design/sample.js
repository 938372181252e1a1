// The person, rooms and answers that the page shows: the examples of the API's document, put into a copy in memory.
// No request is sent.
import { davenport } from "../js/client.js";
import { writeChanges } from "../js/davenport/feed-reader.js";
import { reload } from "../js/davenport/copy/updates.js";

/** @type {Record<string, any>} The answer of each operation. */
export const answers = {};

/** Reads the examples, and signs their owner in, in this page alone. */
export async function beginSample() {
    const document = await (await fetch("/openapi.json")).json();
    for (const path of Object.values(document.paths)) {
        for (const operation of Object.values(path)) answers[operation.operationId] = exampleOf(operation);
    }
    const { connection, session } = davenport;
    /** @param {string} operation */
    const answer = async (operation) => structuredClone(answers[operation]);
    Object.assign(connection, {
        call: answer, callTagged: async (/** @type {string} */ operation) => ({ answer: await answer(operation), tag: undefined }),
        request: () => new Promise(() => {}), upload: () => new Promise(() => {}),
    });
    const me = answers.showMe;
    session.database = await davenport.databases.inMemory({ device: {} });
    session.device = { person: { userID: me.id, username: me.username }, tenant: { ...answers.showTenant,
        features: ["watch", "class", "play"] }, preferences: { gate: false }, left: {}, revision: 0 };
    await davenport.replica.start(me.id, await davenport.databases.inMemory({
        items: { keyPath: ["collection", "id"], indexes: { parent: ["collection", "parent"], pass: ["collection", "pass"] } },
        documents: {}, cursor: {}, answers: {}, drafts: { words: () => "" }, outbox: { keyPath: "id", autoIncrement: true },
    }));
    const { copy } = davenport;
    if (!copy) return;
    await writeChanges(copy, copy.state, changes(me), 0);
    await reload(copy);
    // The examples' names.
    copy.documents.names = Object.fromEntries((answers.listMembers?.items ?? []).map((/** @type {any} */ one) =>
        [one.id, one.givenName ?? one.username]));
}

/**
 * The example of an operation's answer, without a next page.
 * @param {any} operation
 */
function exampleOf({ responses }) {
    for (const { content = {} } of Object.values(responses ?? {})) {
        const found = content["application/json"]?.example;
        if (found !== undefined) return found && typeof found === "object" && "next" in found
            ? { ...found, next: undefined } : found;
    }
    return undefined;
}

/**
 * What the feed would bring.
 * @param {any} me
 * @returns {any}
 */
function changes(me) {
    const { listChanges, listComments, listFriends, showDashboard, showMutes } = answers;
    const rooms = showDashboard.sections.flatMap((/** @type {any} */ section) => section.rooms);
    // The owner has the student's tasks, so that their pages show.
    const student = listChanges.assignments.items[0]?.student.id;
    const assignments = JSON.parse(JSON.stringify(listChanges.assignments).replaceAll(student, me.id));
    const commented = listComments.items.filter((/** @type {any} */ one) => rooms.some((/** @type {any} */ { id }) => id === one.roomID));
    return {
        ...listChanges, next: "sample", more: false, me, friends: listFriends, mutes: showMutes, assignments,
        rooms: { items: rooms, removed: [] },
        comments: { items: commented, removed: [], complete: rooms.map((/** @type {any} */ { id }) => id) },
        dashboard: { sections: showDashboard.sections.map((/** @type {any} */ { rooms: own, ...section }) =>
            ({ ...section, roomIDs: own.map((/** @type {any} */ { id }) => id) })) },
    };
}
