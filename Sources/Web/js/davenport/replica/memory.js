// What the client holds in memory: the copy of what the person sees, without comments of closed rooms, and the outbox.
// Changes reach the other tabs over a channel.

/** @type {Copy.State} */
export const beginning = {
    pass: 0, isPaging: false, isFull: false, isWhole: false, begunAfter: 0, endedAfter: 0, skew: 0, revision: 0, partial: [],
};

/** The copy of one person. A new one begins whenever somebody signs in. */
export class Memory {
    /**
     * @param {string} userID
     * @param {Copy.Database} database
     */
    constructor(userID, database) {
        this.userID = userID;
        this.database = database;
        this.state = beginning;
        /** @type {Map<string, Copy.Item<Wire.Room>>} */
        this.rooms = new Map();
        /** @type {Map<string, Wire.Assignment>} */
        this.assignments = new Map();
        /** @type {Map<string, Wire.UserStub>} */
        this.people = new Map();
        /** @type {Copy.Documents} */
        this.documents = {};
        /** @type {Map<string, Copy.OpenRoom>} */
        this.open = new Map();
        /** @type {readonly Copy.Entry[]} */
        this.entries = [];
        /**
         * The positions that this tab has sent last, by room, and between which times the server has had them.
         * @type {Map<string, { seconds: number, running: boolean, from: number, to: number }>}
         */
        this.sentPositions = new Map();
        /** How many moves of plays aren't sent yet. */
        this.unsentMoves = 0;
        /**
         * What single requests have shown before the first full fetch has ended.
         * @type {{ rooms: Map<string, Wire.Room>, isTruncated: boolean, dashboardAt: number | undefined }}
         */
        this.first = { rooms: new Map(), isTruncated: false, dashboardAt: undefined };
        /**
         * The latest change of this copy. Changes are made one after another.
         * @type {Promise<unknown>}
         */
        this.last = Promise.resolve();
        /**
         * Asks for changes at once, where this tab is the one that asks.
         * @type {(() => void) | undefined}
         */
        this.poke = undefined;
        /**
         * What was worked out since the last change.
         * @type {{ rooms: Map<string, App.ShownRoom>, writes?: Map<string, Copy.Entry[]>, list?: readonly App.ShownRoom[], dashboard?: App.ShownDashboard }}
         */
        this.worked = { rooms: new Map() };
        /**
         * Sends the outbox.
         * @type {import("../outbox/sending.js").Sender | undefined}
         */
        this.sender = undefined;
        /** Is resolved when the first screen's own request has been answered. */
        this.firstShown = Promise.withResolvers();
        /**
         * Ends the session here, where it turns out to be another person's.
         * @type {(() => void) | undefined}
         */
        this.end = undefined;
        /**
         * Is called when everything is to be fetched anew.
         * @type {(() => void) | undefined}
         */
        this.onAnew = undefined;
        this.channel = database.isPersistent && "BroadcastChannel" in globalThis ? new BroadcastChannel(`davenport-${userID}`) : undefined;
    }

    /** The present time by the server's clock, in milliseconds. */
    get now() { return Date.now() + this.state.skew; }

    /**
     * Runs the body after all earlier ones.
     * @template T
     * @param {() => Promise<T>} body
     * @returns {Promise<T>}
     */
    turn(body) {
        const turn = this.last.then(body);
        this.last = turn.catch(() => {});
        return turn;
    }

    /**
     * Sends a message to the other tabs of this person.
     * @param {string} kind
     * @param {unknown} [content]
     */
    post(kind, content) {
        this.channel?.postMessage({ kind, content });
    }

    /**
     * @param {string} kind
     * @param {(content: any) => unknown} listener
     */
    listen(kind, listener) {
        this.channel?.addEventListener("message", async event => {
            try {
                if (event.data.kind === kind) await listener(event.data.content);
            } catch (error) {
                // Nobody misses what a copy that was erased meanwhile can't take.
                if (present === this) throw error;
            }
        });
    }
}

/** @type {Memory | undefined} */
let present;

/** The copy of the person who is signed in. */
export function memory() {
    return present;
}

/** @param {Memory | undefined} next */
export function setMemory(next) {
    present?.channel?.close();
    present = next;
}

/** @type {Set<{ topics: ReadonlySet<string>, listener: (changed: ReadonlySet<string>) => void }>} */
const subscriptions = new Set();
/** @type {Set<string>} */
let announced = new Set();

/**
 * Calls the listener after any of the topics has changed, once for many changes.
 * @param {readonly string[]} topics
 * @param {(changed: ReadonlySet<string>) => void} listener
 * @returns {() => void} ends the subscription.
 */
export function subscribe(topics, listener) {
    const subscription = { topics: new Set(topics), listener };
    subscriptions.add(subscription);
    return () => subscriptions.delete(subscription);
}

/** @param {Iterable<string>} topics */
export function announce(topics) {
    if (announced.size === 0) queueMicrotask(deliver);
    for (const topic of topics) announced.add(topic);
}

function deliver() {
    const topics = announced;
    announced = new Set();
    for (const subscription of [...subscriptions]) {
        if (!subscriptions.has(subscription)) continue;
        const heard = new Set([...topics].filter(topic => subscription.topics.has(topic)));
        try {
            if (heard.size > 0) subscription.listener(heard);
        } catch (error) {
            // One listener's fault doesn't keep the others from hearing.
            reportError(error);
        }
    }
}

/**
 * Announces changes of rooms and other topics.
 * @param {Memory} copy
 * @param {readonly string[]} topics
 * @param {readonly string[]} rooms
 */
export function changed(copy, topics, rooms) {
    for (const id of rooms) copy.worked.rooms.delete(id);
    copy.worked = { rooms: copy.worked.rooms };
    const derived = rooms.length > 0 || topics.includes("dashboard") ? ["rooms", "dashboard", "badge"] : [];
    announce([...topics, ...derived, ...rooms.map(id => `room:${id}`)]);
}

/** @param {Memory} copy */
export function changedAll(copy) {
    copy.worked = { rooms: new Map() };
    const rooms = [...copy.rooms.keys(), ...copy.first.rooms.keys(), ...copy.open.keys()];
    const documents = ["me", "friends", "blocks", "mutes", "notifications", "people", "assignments", "entries", "challenges", "plays"];
    changed(copy, [...documents, ...[...copy.open.keys()].map(id => `comments:${id}`)], [...new Set(rooms)]);
    announce(["rooms", "dashboard", "badge"]);
}
