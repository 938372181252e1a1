// One request to the API and its answer.

/** @typedef {Omit<Partial<Wire.Problem>, "code" | "detail"> & { code: string, detail: string }} Body */
/** @typedef {{
 *     body?: unknown, signal?: AbortSignal, keepalive?: boolean, tenant?: string,
 *     basic?: string, beginsSession?: boolean, tag?: string, longerBy?: number
 * }} Options */

/** How long a request may take, in seconds; `longerBy` adds to it. */
const patience = 30;

const signals = /** @type {AbortSignalFunctions} */ (/** @type {unknown} */ (AbortSignal));

/** @type {(() => void) | undefined} */
let whenUnauthenticated;

/**
 * Sets what happens after a 401 to a request of somebody signed in.
 * @param {() => void} listener
 */
export function onUnauthenticated(listener) {
    whenUnauthenticated = listener;
}

/**
 * Sends a request.
 * @param {string} method
 * @param {string} address
 * @param {Options} options
 * @returns {Promise<Response>} a success, or 304 if a tag was sent.
 * @throws {Problem} if it is refused, or no answer comes; or the signal's reason.
 */
export async function send(method, address, options) {
    const clock = signals.timeout((patience + (options.longerBy ?? 0)) * 1000);
    let response;
    try {
        response = await fetch(address, {
            method, headers: headers(options), body: content(options.body), cache: "no-store", redirect: "error",
            keepalive: options.keepalive, signal: options.signal ? signals.any([options.signal, clock]) : clock,
        });
    } catch {
        options.signal?.throwIfAborted();
        throw Problem.offline();
    }
    if (response.ok || (response.status === 304 && options.tag)) return response;
    const problem = await Problem.of(response);
    if (problem.code === "unauthenticated") whenUnauthenticated?.();
    throw problem;
}

/**
 * The JSON or the bytes of an answer.
 * @param {Response} response
 * @returns {Promise<any>}
 */
export async function decoded(response) {
    if (response.status === 204) return undefined;
    const isJSON = response.headers.get("Content-Type")?.startsWith("application/json");
    try {
        return await (isJSON ? response.json() : response.blob());
    } catch {
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

/** The server's refusal of a request, or that no answer came. The message is a sentence to show. */
export class Problem extends Error {
    /**
     * @param {number} status 0 if no answer came.
     * @param {Body} body
     * @param {{ requestID?: string | null, retryAfter?: number }} [rest]
     */
    constructor(status, body, rest = {}) {
        super(body.detail);
        this.name = "Problem";
        this.status = status;
        this.code = body.code;
        this.detail = body.detail;
        /** @type {Record<string, string>} */
        this.faults = Object.fromEntries((body.errors ?? []).map(fault => [fault.field, fault.message]));
        this.requestID = body.requestID ?? rest.requestID ?? undefined;
        this.retryAfter = rest.retryAfter;
        this.roomID = body.roomID;
        this.move = body.move;
        this.reason = body.reason;
    }

    get isOffline() { return this.status === 0; }

    get isTransient() { return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500; }

    /** What IndexedDB keeps of it. */
    get kept() {
        return { status: this.status, code: this.code, detail: this.detail, ...(this.requestID && { requestID: this.requestID }) };
    }

    /** No answer came. */
    static offline() {
        return new Problem(0, { code: "offline", detail: "The server can't be reached." });
    }

    /**
     * The problem in an answer that isn't a success.
     * @param {Response} response
     */
    static async of(response) {
        const rest = { requestID: response.headers.get("X-Request-ID"), retryAfter: seconds(response.headers.get("Retry-After")) };
        const body = await response.json().catch(() => undefined);
        if (typeof body?.code === "string" && typeof body.detail === "string") return new Problem(response.status, body, rest);
        const detail = `The server's answer can't be read (${response.status}).`;
        return new Problem(response.status, { code: "unreadable", detail }, rest);
    }
}

/**
 * The seconds of a `Retry-After`, which is a number or a date.
 * @param {string | null} text
 */
export function seconds(text) {
    if (!text) return undefined;
    if (/^\d+$/.test(text)) return Math.min(Number(text), 86_400);
    const ahead = (Date.parse(text) - Date.now()) / 1000;
    return Number.isFinite(ahead) ? Math.min(Math.max(ahead, 0), 86_400) : undefined;
}
