// A stand-in for the Davenport server, as small as tests of the web client need it: it answers as docs/openapi.json and
// docs/rules say. One community,
// everything in memory, one request at a time.

import { find } from "../document.js";
import { classes } from "./class.js";
import { comments } from "./comments.js";
import { feed } from "./feed.js";
import { passkeys } from "./passkeys.js";
import { people } from "./people.js";
import { plays } from "./play.js";
import { requests } from "./room-requests.js";
import { rooms } from "./rooms.js";
import { Refusal } from "./refusal.js";

/** @typedef {import("../network.js").Request} Request */
/** @typedef {import("../network.js").Plain & { cookie?: string | null }} Reply */
/**
 * @typedef {{ id: string, username: string, identityColor: string, role: string, email: string, createdAt: string, hasPassword:
 * boolean, givenName?: string, familyName?: string }} Person
 */
/**
 * What an operation gets.
 * @typedef {{ me: Person, session: string, path: Record<string, string>, query: Record<string, string>, body: any, headers:
 * Record<string, string> }} Call
 */
/**
 * What it answers: a body and a status, or what a long poll waits for.
 * @typedef {{ status: number, body?: any, cookie?: string | null, headers?: Record<string, string> }} Done
 */
/** @typedef {(server: Server, call: Call) => Done | import("./feed.js").Waiting} Handler */

/** @type {Record<string, Handler>} */
const handlers = { ...people, ...passkeys, ...rooms, ...requests, ...comments, ...classes, ...plays, ...feed };
/** Operations for everybody. */
const open = new Set(["showTenant", "logIn", "requestPasswordLink", "lookUpPasswordLink", "usePasswordLink",
    "verifyEmail", "stopMails", "lookUpInvite", "signUp", "makePasskeyLogInOptions", "logInWithPasskey",
    "makePasskeySignUpOptions"]);

export class Server {
    /** @type {Map<string, Person>} */
    people = new Map();
    /** The sessions: whose, by their token. @type {Map<string, string>} */
    sessions = new Map();
    /** Links for a new password: whose, by their code. @type {Map<string, string>} */
    passwordLinks = new Map();
    /** Passwords that people have set, by the person's id. @type {Map<string, string>} */
    passwords = new Map();
    /** Passkeys, by what their device calls them. @type {Map<string, any>} */
    passkeys = new Map();
    /** Until when challenges of passkeys work. @type {Map<string, number>} */
    passkeyChallenges = new Map();
    /** Until when a session counts as confirmed. @type {Map<string, number>} */
    confirmed = new Map();
    /** @type {Map<string, import("./rooms.js").StoredRoom>} */
    rooms = new Map();
    /** @type {Map<string, any>} */
    tasks = new Map();
    /** @type {Map<string, import("./class.js").StoredAssignment>} */
    assignments = new Map();
    /** @type {Map<string, any>} */
    files = new Map();
    /** @type {Map<string, any>} */
    challenges = new Map();
    /** @type {Map<string, any>} */
    plays = new Map();
    /** What those read who decide reports. @type {Map<string, any>} */
    reports = new Map();
    /** @type {string[]} */
    features = ["watch", "class", "play"];
    /** What people mute, by their id. @type {Map<string, { userIDs: string[], words: string[] }>} */
    mutes = new Map();
    /**
     * After so many seconds it allows long polls again, as a busy server says; undefined while it does.
     * @type {number | undefined}
     */
    pollsAfter = undefined;
    /** What the community says of itself. @type {string | undefined} */
    description = undefined;
    /** The key with which browsers subscribe at their push service. @type {string | undefined} */
    webPushKey = undefined;
    /** The subscriptions of browsers, by session. @type {Map<string, any>} */
    subscriptions = new Map();
    /** The community's bots. @type {Pick<Person, "id" | "username" | "identityColor">[]} */
    bots = [];
    /** What people send to operators: feedback, reports, invites. @type {{ feedback: any[], reports: any[], invites: any[] }} */
    sent = { feedback: [], reports: [], invites: [] };
    /** Ids of things that were deleted. @type {Set<string>} */
    deleted = new Set();
    /** What has changed for each person. @type {Map<string, import("./feed.js").Note[]>} */
    notes = new Map();
    /** @type {Map<string, import("./feed.js").Cursor>} */
    cursors = new Map();
    /** @type {Set<import("./feed.js").Poll>} */
    polls = new Set();
    revision = 0;
    /** Is raised to make every copy begin anew. */
    epoch = 0;
    /** Numbers things in the order of their creation. */
    created = 0;
    /** Refuses a request before anything else, as a busy server does. @type {(operation: string) => Refusal | undefined} */
    mood = () => undefined;
    /** Whether answers carry the request's echo. */
    echoes = true;
    /** Sees each request with its answer. @type {(operation: string, answer: Reply, request: Request) => void} */
    witness = () => {};

    /** @param {import("../clock.js").Clock} clock */
    constructor(clock) {
        this.clock = clock;
    }

    /** The time as answers have it. @param {number} [at] */
    time(at = this.clock.time) { return new Date(at).toISOString(); }

    /** A new id. */
    newID() {
        this.created += 1;
        return `01a20b3c-0000-7000-8000-${this.created.toString(16).padStart(12, "0")}`;
    }

    /**
     * Answers a request, now or later.
     * @param {Request} request
     * @param {(reply: Reply) => void} reply
     */
    serve(request, reply) {
        const { pathname, searchParams } = new URL(request.address, "http://server");
        const found = find(request.method, pathname);
        const id = found?.operation.id ?? "";
        const finish = (/** @type {Done} */ done) => {
            const answer = this.#answer(request, id, done);
            this.witness(id, answer, request);
            reply(answer);
        };
        try {
            if (!found || !handlers[id]) throw new Refusal(
                404, "not_found", `There is no ${request.method} ${pathname} in this stand-in.`,
            );
            const refusal = this.mood(id);
            if (refusal) throw refusal;
            const me = this.people.get(this.sessions.get(request.cookie ?? "") ?? "");
            if (!me && !open.has(id)) throw new Refusal(401, "unauthenticated", "Sign in first.");
            const expected = request.headers["davenport-user"];
            if (me && !open.has(id) && expected && expected !== me.id) {
                throw new Refusal(401, "other_user", "Somebody else has signed in meanwhile.");
            }
            const result = handlers[id](this, {
                me: /** @type {Person} */ (me), session: request.cookie ?? "", path: found.values,
                query: Object.fromEntries(searchParams),
                headers: request.headers, body: parsed(request),
            });
            if ("wait" in result) this.#hold(result, /** @type {Person} */ (me), request.cookie ?? "", finish);
            else finish(result);
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            finish(refused(error));
        }
    }

    /** @param {Person} me */
    mutesOf({ id }) { return this.mutes.get(id) ?? { userIDs: [], words: [] }; }

    /** Ends sessions from elsewhere. @param {string} userID */
    endSessions(userID) {
        for (const [token, id] of [...this.sessions]) if (id === userID) this.endSession(token);
    }

    /** @param {string} token */
    endSession(token) {
        this.sessions.delete(token);
        for (const poll of [...this.polls]) if (poll.session === token) poll.end();
    }

    /**
     * Notes for people that something has changed.
     * @param {Iterable<string>} userIDs
     * @param {Omit<import("./feed.js").Note, "revision">} change
     */
    note(userIDs, change) {
        this.revision += 1;
        for (const userID of new Set(userIDs)) {
            const notes = this.notes.get(userID) ?? [];
            this.notes.set(userID, notes);
            notes.push({ ...change, revision: this.revision });
            for (const poll of [...this.polls]) if (poll.userID === userID) poll.end();
        }
    }

    /** Checks a new id that a client has chosen. @param {string | undefined} id */
    chosen(id) {
        if (id === undefined || id === null) return this.newID();
        if (this.deleted.has(id)) throw new Refusal(409, "id_taken", "This id is taken.");
        return id;
    }

    /**
     * @param {import("./feed.js").Waiting} waiting
     * @param {Person} me
     * @param {string} session
     * @param {(done: Done) => void} finish
     */
    #hold(waiting, me, session, finish) {
        const end = () => {
            this.polls.delete(poll);
            this.clock.cancel(timer);
            if (!this.sessions.has(session)) return finish(refused(new Refusal(401, "unauthenticated", "Sign in first.")));
            finish(waiting.again());
        };
        const poll = { userID: me.id, session, end };
        const timer = this.clock.later(end, waiting.wait * 1000);
        this.polls.add(poll);
    }

    /** @param {Request} request @param {string} id @param {Done} done @returns {Reply} */
    #answer({ method, headers }, id, { status, body, cookie, headers: more }) {
        const echo = this.echoes ? headers["davenport-echo"] : undefined;
        /** @type {Record<string, string>} */
        const sent = { "X-Request-ID": `r${this.created}`, ...more, ...(echo !== undefined && { "Davenport-Echo": echo }) };
        const isOver = status === 401 && body.code !== "other_user";
        const rest = { ...(cookie !== undefined && { cookie }), ...(isOver && { cookie: null }) };
        if (body === undefined) return { status, headers: sent, ...rest };
        const text = JSON.stringify(body);
        sent["Content-Type"] = status < 400 ? "application/json" : "application/problem+json";
        if (method === "GET" && status === 200 && id !== "listChanges") {
            sent.ETag = `"${digest(text)}"`;
            if (headers["if-none-match"] === sent.ETag) {
                delete sent["Content-Type"];
                return { status: 304, headers: sent, ...rest };
            }
        }
        return { status, headers: sent, body: text, ...rest };
    }
}

/** @param {Refusal} refusal @returns {Done} */
function refused({ status, code, message, retryAfter, more }) {
    const body = { type: `urn:davenport:problem:${code}`, title: message, status, detail: message, code, ...more };
    return { status, body, ...(retryAfter !== undefined && { headers: { "Retry-After": String(retryAfter) } }) };
}

/** @param {Request} request */
function parsed({ headers, body }) {
    if (typeof body !== "string" || !headers["content-type"]?.startsWith("application/json")) return body;
    try {
        return JSON.parse(body);
    } catch {
        throw new Refusal(400, "malformed_request", "The body isn't JSON.");
    }
}

/** @param {string} text */
function digest(text) {
    let hash = 0x811C9DC5;
    for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
    return `${(hash >>> 0).toString(16)}-${text.length.toString(16)}`;
}
