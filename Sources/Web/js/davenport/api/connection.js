// The requests to the API. Nothing else in the client sends any to /v1.

import { address, row } from "./operations.js";
import { Problem, seconds } from "./problem.js";

/** @typedef {import("../platform.js").Platform} Platform */
/** @typedef {{
 *     body?: unknown, signal?: AbortSignal, keepalive?: boolean, tenant?: string,
 *     basic?: string, beginsSession?: boolean, tag?: string, longerBy?: number
 * }} Options */

/** @typedef {{ status: number, headers: Headers, body: any }} Answer what came, decoded. */

/** How long a request may take, in seconds; `longerBy` adds to it. */
const patience = 30;
/** How much longer a picture or a file may take, in seconds. */
const uploadPatience = 90;

export class Connection {
    /**
     * Is called after a 401 to a request of somebody signed in.
     * @type {(() => void) | undefined}
     */
    onUnauthenticated = undefined;

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
     * @param {"setAvatar"} operation
     * @param {Blob} body
     * @returns {Promise<Wire.Operations["setAvatar"]["answer"]>}
     */
    async upload(operation, body) {
        return (await this.send(row(operation)[1], address(operation), { body, longerBy: uploadPatience })).body;
    }

    /**
     * Sends a file, and says how much of it has been sent.
     * @param {string} fileID
     * @param {File} file
     * @param {AbortSignal} signal
     * @param {(part: number) => void} onProgress from 0 to 1
     * @returns {Promise<Wire.File>}
     */
    async uploadFile(fileID, file, signal, onProgress) {
        const headers = { "Content-Type": file.type || "application/octet-stream" };
        const path = address("createFile", { fileID }, { name: file.name });
        return (await this.accepted(this.platform.upload(path, file, headers, signal, onProgress), signal)).body;
    }

    /**
     * @template {keyof Wire.Operations} O
     * @param {O} operation
     * @param {App.CallOptions<O> | undefined} options
     * @param {Options & { after?: string }} more
     */
    request(operation, options, { after, ...more } = {}) {
        const { path, query, ...rest } = /** @type {any} */ (options ?? {});
        const asked = after === undefined ? query : { ...query, after };
        return this.send(row(operation)[1], address(operation, path, asked), { ...rest, ...more });
    }

    /**
     * Sends a request.
     * @param {string} method
     * @param {string} address
     * @param {Options} options
     * @returns {Promise<Answer>} a success, or 304 if a tag was sent.
     * @throws {Problem} if it is refused, or no answer comes; or the signal's reason.
     */
    async send(method, address, options) {
        const ending = new AbortController();
        const end = () => ending.abort(options.signal?.reason);
        const timer = this.platform.setTimeout(() => ending.abort(), (patience + (options.longerBy ?? 0)) * 1000);
        options.signal?.addEventListener("abort", end);
        if (options.signal?.aborted) end();
        try {
            const answer = this.platform.fetch(address, {
                method, headers: headers(options), body: content(options.body), cache: "no-store", redirect: "error",
                keepalive: options.keepalive, signal: ending.signal,
            });
            return await this.accepted(answer, options.signal, options.tag);
        } finally {
            this.platform.clearTimeout(timer);
            options.signal?.removeEventListener("abort", end);
        }
    }

    /**
     * @param {Promise<Response>} answer
     * @param {AbortSignal} [signal]
     * @param {string} [tag]
     * @returns {Promise<Answer>}
     */
    async accepted(answer, signal, tag) {
        const response = await answer.catch(() => {
            signal?.throwIfAborted();
            throw Problem.offline();
        });
        const { status, headers } = response;
        if (response.ok || (status === 304 && tag)) return { status, headers, body: await decoded(response, signal) };
        const problem = await Problem.of(response, this.platform.now());
        if (problem.code === "unauthenticated") this.onUnauthenticated?.();
        throw problem;
    }
}

/**
 * The JSON or the bytes of an answer.
 * @param {Response} response
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function decoded(response, signal) {
    if (response.status === 204 || response.status === 304) return undefined;
    const isJSON = response.headers.get("Content-Type")?.startsWith("application/json");
    try {
        return await (isJSON ? response.json() : response.blob());
    } catch {
        signal?.throwIfAborted();
        throw Problem.offline();
    }
}

/** @param {Options} options */
function headers({ body, tag, tenant, basic, beginsSession }) {
    const headers = new Headers();
    if (body instanceof Blob) headers.set("Content-Type", body.type);
    else if (body !== undefined) headers.set("Content-Type", "application/json");
    if (tag) headers.set("If-None-Match", tag);
    if (tenant) headers.set("Davenport-Tenant", tenant);
    if (basic) headers.set("Authorization", `Basic ${base64(basic)}`);
    if (beginsSession) headers.set("Davenport-Session", "cookie");
    return headers;
}

/** @param {unknown} body */
function content(body) {
    return body === undefined || body instanceof Blob ? body : JSON.stringify(body);
}

/** @param {string} text */
function base64(text) {
    return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
