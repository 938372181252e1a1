// The requests to the API, and for files of the server outside of it. Nothing else in the client sends any to /v1.

import { echoHeader, loaded, mediaType, newEcho, Problem, readAnswer, seconds } from "./answer.js";
import { address, operationOf } from "./operations.js";

/** @typedef {import("../platform.js").Platform} Platform */
/** @typedef {{
 *     body?: unknown, signal?: AbortSignal, keepalive?: boolean, tenant?: string,
 *     basic?: string, beginsSession?: boolean, keepsStorage?: boolean, tag?: string, longerBy?: number
 * }} Options */

/** @typedef {import("./answer.js").Answer} Answer */

/** The time after which a request fails, in seconds; `longerBy` adds to it. */
const patience = 30;
/** The time that the upload of a picture gets beyond that, in seconds. */
const uploadPatience = 90;

/** A request without any answer clears no report of another server that is newer than this, in milliseconds. */
const interceptionMemory = 60_000;

/** Sends the requests of a page, and gives back what counts as an answer. */
export class Connection {
    /**
     * Who is signed in here. All tabs of a browser share one cookie: a request names its user, so that it never acts as somebody
     * who has signed in elsewhere meanwhile.
     * @type {() => string | undefined}
     */
    userID = () => undefined;
    /**
     * Is called after a 401 to a request of somebody signed in.
     * @type {(() => void) | undefined}
     */
    onUnauthenticated = undefined;
    /**
     * Is called after a refusal that may mean that something is gone.
     * @type {(() => void) | undefined}
     */
    onMissing = undefined;
    /**
     * Since when, in milliseconds, only answers came that aren't Davenport's; undefined if the last one was, or none came.
     * @type {number | undefined}
     */
    interceptedSince = undefined;
    /** When an answer last came from something else, in the platform's milliseconds. */
    lastInterception = -Infinity;
    /**
     * Is called whenever `interceptedSince` may have changed.
     * @type {(() => void) | undefined}
     */
    onInterception = undefined;

    /** @param {Platform} platform */
    constructor(platform) {
        this.platform = platform;
    }

    /**
     * Sends a request and returns its answer.
     * @template {keyof Wire.Operations} O
     * @param {O} operation
     * @param {App.CallOptions<O>} [options]
     * @returns {Promise<Wire.Operations[O]["answer"]>}
     */
    async call(operation, options) {
        return (await this.request(operation, options)).body;
    }

    /**
     * Signs in with e-mail address and password. The server keeps the session in a cookie that scripts can't read.
     * @param {string} email
     * @param {string} password
     * @param {App.CallOptions<"logIn">} options
     * @returns {Promise<Wire.Operations["logIn"]["answer"]>}
     */
    async logIn(email, password, options) {
        return (await this.request("logIn", options, { basic: `${email}:${password}`, beginsSession: true })).body;
    }

    /**
     * Creates an account, and signs in as `logIn` does.
     * @param {App.CallOptions<"signUp">} options
     * @returns {Promise<Wire.Operations["signUp"]["answer"]>}
     */
    async signUp(options) {
        return (await this.request("signUp", options, { beginsSession: true })).body;
    }

    /**
     * Sends a GET with the tag of the answer that the caller has.
     * @template {keyof Wire.Operations} O
     * @param {O} operation
     * @param {App.CallOptions<O>} options
     * @param {string} [tag]
     * @returns {Promise<{ isUnchanged: true } | { isUnchanged: false, answer: Wire.Operations[O]["answer"], tag?: string }>}
     */
    async callTagged(operation, options, tag) {
        const { status, body, headers } = await this.request(operation, options, { tag });
        if (status === 304) return { isUnchanged: true };
        return { isUnchanged: false, answer: body, tag: headers.get("ETag") ?? undefined };
    }

    /**
     * Asks for changes. `retryAfter` is how long the server wants the next long poll to be put off, in seconds.
     * @param {Wire.Operations["listChanges"]["query"]} query
     * @param {AbortSignal} signal
     * @returns {Promise<{ page: Wire.Operations["listChanges"]["answer"], retryAfter: number | undefined }>}
     */
    async listChanges(query, signal) {
        const { body, headers } = await this.request("listChanges", { query, signal }, { longerBy: query.wait });
        return { page: body, retryAfter: seconds(headers.get("Retry-After"), this.platform.now()) || undefined };
    }

    /**
     * Every item of a list that comes in pages.
     * @template {keyof Wire.Operations} O
     * @param {O} operation
     * @param {App.CallOptions<O>} [options]
     * @returns {Promise<Wire.Operations[O]["answer"] extends { items: (infer I)[] } ? I[] : never>}
     */
    async all(operation, options) {
        /** @type {any[]} */
        const items = [];
        /** @type {any} */
        let page;
        do {
            page = (await this.request(operation, options, { after: page?.next })).body;
            items.push(...page.items);
        } while (page.next !== undefined);
        return /** @type {any} */ (items);
    }

    /**
     * Sends a picture.
     * @param {"setAvatar" | "setTenantPicture"} operation
     * @param {Blob} body
     * @returns {Promise<Wire.Operations["setAvatar" | "setTenantPicture"]["answer"]>}
     */
    async upload(operation, body) {
        return (await this.request(operation, undefined, { body, longerBy: uploadPatience })).body;
    }

    /**
     * Fetches a file of the server outside of the API, such as its page, as text and without the session.
     * @param {string} path
     * @param {string} type its media type.
     * @returns {Promise<string>}
     * @throws {Problem} if no answer comes, or another one than the server's: it lacks the request's echo, or is no such file.
     */
    async ownFile(path, type) {
        const headers = { [echoHeader]: newEcho(this.platform) };
        const fail = () => { throw Problem.offline(); };
        const answer = await this.platform.fetch(path, { headers, cache: "no-store", credentials: "omit", redirect: "error" })
            .catch(fail);
        if (answer.status !== 200 || answer.headers.get(echoHeader) !== headers[echoHeader]
            || mediaType(answer.headers) !== type) throw Problem.unreadable();
        return answer.text().catch(fail);
    }

    /**
     * Sends a request.
     * @template {keyof Wire.Operations} O
     * @param {O} id
     * @param {App.CallOptions<O> | undefined} options
     * @param {Options & { after?: string }} more
     * @returns {Promise<Answer>} a success, or 304 if a tag was sent.
     * @throws {Problem} if it is refused, or no answer comes that counts; or the signal's reason.
     */
    async request(id, options, { after, ...more } = {}) {
        const { path, query, ...rest } = /** @type {any} */ (options ?? {});
        /** @type {Options} */
        const all = { ...rest, ...more };
        const user = all.beginsSession ? {} : this.user();
        const operation = await this.known(id);
        const target = address(id, path, after === undefined ? query : { ...query, after });
        const ending = new AbortController();
        const end = () => ending.abort(all.signal?.reason);
        const timer = this.platform.setTimeout(() => ending.abort(), (patience + (all.longerBy ?? 0)) * 1000);
        all.signal?.addEventListener("abort", end);
        if (all.signal?.aborted) end();
        try {
            return await this.exchange(operation, all, echo => this.platform.fetch(target, {
                method: operation.method, headers: headers(all, { [echoHeader]: echo, ...user }), body: content(all.body),
                cache: "no-store", redirect: "error", keepalive: all.keepalive, signal: ending.signal,
            }));
        } finally {
            this.platform.clearTimeout(timer);
            all.signal?.removeEventListener("abort", end);
        }
    }

    /**
     * The header that names the user of a request. It is taken when the request is made, before anything waits.
     * @returns {Record<string, string>}
     */
    user() {
        const userID = this.userID();
        return userID ? { "Davenport-User": userID } : {};
    }

    /**
     * @param {keyof Wire.Operations} id
     * @throws {Problem} `not_loaded`
     */
    async known(id) {
        return loaded(operationOf(id));
    }

    /**
     * Sends a request, and reads its answer.
     * @param {import("./operations.js").Operation} operation
     * @param {Options} options
     * @param {(echo: string) => Promise<Response>} send
     * @returns {Promise<Answer>}
     */
    async exchange(operation, { signal, tag }, send) {
        const echo = newEcho(this.platform);
        try {
            const answer = await readAnswer(operation, await send(echo), { echo, tag, now: this.platform.now() });
            this.note(undefined);
            return answer;
        } catch (error) {
            signal?.throwIfAborted();
            const problem = error instanceof Problem ? error : Problem.offline();
            this.note(problem);
            if (["unauthenticated", "other_user"].includes(problem.code)) this.onUnauthenticated?.();
            if ([403, 404, 409].includes(problem.status)) this.onMissing?.();
            throw problem;
        }
    }

    /**
     * Notes whose answer came. A request without any answer says nothing of who answers the others.
     * @param {Problem | undefined} problem
     */
    note(problem) {
        const now = this.platform.now();
        if (problem?.code === "offline" && now - this.lastInterception < interceptionMemory) return;
        if (problem?.isUnreadable) this.lastInterception = now;
        const since = problem?.isUnreadable ? this.interceptedSince ?? now : undefined;
        if (since === this.interceptedSince) return;
        this.interceptedSince = since;
        this.onInterception?.();
    }
}

/**
 * @param {Options} options
 * @param {Record<string, string>} marks what marks the request.
 */
function headers({ body, tag, tenant, basic, beginsSession, keepsStorage }, marks) {
    return new Headers({
        ...marks,
        ...(body !== undefined && { "Content-Type": body instanceof Blob ? body.type : "application/json" }),
        ...(tag && { "If-None-Match": tag }),
        ...(tenant && { "Davenport-Tenant": tenant }),
        ...(basic && { Authorization: `Basic ${base64(basic)}` }),
        ...(beginsSession && { "Davenport-Session": "cookie" }),
        ...(keepsStorage && { "Davenport-Storage": "keep" }),
    });
}

/** @param {unknown} body */
function content(body) {
    return body === undefined || body instanceof Blob ? body : JSON.stringify(body);
}

/** @param {string} text */
function base64(text) {
    return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
