// What counts as an answer of Davenport (docs/rules/http.md): its status, media type and shape are those that the operation
// declares, and it repeats the request's echo. A firewall's page, a proxy's notice or another request's answer is none. Whatever
// isn't a success is a problem.

import { conforms, mediaTypes } from "./operations.js";

/** @typedef {import("./operations.js").Operation} Operation */
/** @typedef {{ status: number, headers: Headers, body: any }} Answer what came, decoded. */
/** @typedef {Omit<Partial<Wire.Problem>, "code" | "detail"> & { code: string, detail: string }} Body */

/** The header that an answer repeats. */
export const echoHeader = "Davenport-Echo";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * What a request sends as its echo: 22 random characters, new for each attempt.
 * @param {import("../platform.js").Platform} platform
 */
export function newEcho(platform) {
    return Array.from(platform.randomBytes(22), byte => alphabet[byte % 64]).join("");
}

/**
 * Reads an answer.
 * @param {Operation} operation
 * @param {Response} response
 * @param {{ echo: string, tag?: string, now: number }} request its echo, the tag that it sent, and the time in milliseconds.
 * @returns {Promise<Answer>} a success.
 * @throws {Problem} the refusal, or `unreadable` if it isn't Davenport's answer.
 */
export async function readAnswer(operation, response, { echo, tag, now }) {
    const { status, headers } = response;
    if (headers.get(echoHeader) !== echo) throw Problem.unreadable();
    if (operation.successes.has(status) && (status !== 304 || tag)) {
        return { status, headers, body: await success(operation.successes.get(status), response) };
    }
    const isProblem = operation.problems.has(status) && mediaType(headers) === "application/problem+json";
    const body = isProblem ? parsed(await response.text()) : undefined;
    if (!await loaded(conforms("Problem", body)) || body.status !== status) throw Problem.unreadable();
    throw Problem.of(response, body, now);
}

/**
 * @param {string | undefined} type a shape, media types after `@`, or nothing.
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function success(type, response) {
    const media = mediaType(response.headers);
    if (type === undefined && media === undefined) return undefined;
    if (type?.startsWith("@") && media !== undefined && (await mediaTypes(type)).includes(media)) return response.blob();
    if (type !== undefined && media === "application/json") {
        const body = parsed(await response.text());
        if (await loaded(conforms(type, body))) return body;
    }
    throw Problem.unreadable();
}

/**
 * The media type of an answer, without its parameters.
 * @param {Headers} headers
 */
export function mediaType(headers) {
    return headers.get("Content-Type")?.split(";")[0].trim().toLowerCase();
}

/** @param {string} text */
function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

/** The server's refusal of a request, or that no answer came that counts. The message is a sentence to show. */
export class Problem extends Error {
    /**
     * @param {number} status 0 if no answer came that counts.
     * @param {Body} body
     * @param {{ requestID?: string | null, retryAfter?: number }} [rest]
     */
    constructor(status, body, rest = {}) {
        super(body.detail);
        this.name = "Problem";
        this.status = status;
        this.code = body.code;
        this.detail = body.detail;
        /**
         * What is wrong with fields, in English, and the codes of that.
         * @type {Record<string, string>}
         */
        this.faults = Object.fromEntries((body.errors ?? []).map(fault => [fault.field, fault.message]));
        /** @type {Record<string, string>} */
        this.faultCodes = Object.fromEntries((body.errors ?? []).map(fault => [fault.field, fault.code]));
        this.requestID = body.requestID ?? rest.requestID ?? undefined;
        this.retryAfter = rest.retryAfter;
        this.roomID = body.roomID;
        this.move = body.move;
        this.reason = body.reason;
    }

    /** Whether no answer came that counts. */
    get isOffline() { return this.status === 0; }

    /** Whether something else answered in the server's place. */
    get isUnreadable() { return this.status === 0 && this.code === "unreadable"; }

    get isTransient() { return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500; }

    /** What IndexedDB keeps of it. */
    get kept() {
        const { status, code, detail, requestID } = this;
        return { status, code, detail, ...(requestID && { requestID }) };
    }

    /** No answer came. */
    static offline() {
        return new Problem(0, { code: "offline", detail: "The server can’t be reached." });
    }

    /** An answer came that isn't Davenport's: it counts as none. */
    static unreadable() {
        return new Problem(0, { code: "unreadable", detail: "Something between here and the server answers in its place." });
    }

    /** A module can't be loaded: there is no network, or the server no longer has this version of the client. */
    static notLoaded() {
        const detail = "A part of this page couldn’t be loaded. Try again, or reload the page.";
        return new Problem(0, { code: "not_loaded", detail });
    }

    /**
     * The problem of an answer.
     * @param {Response} response
     * @param {Body} body
     * @param {number} now in milliseconds.
     */
    static of({ status, headers }, body, now) {
        const rest = { requestID: headers.get("X-Request-ID"), retryAfter: seconds(headers.get("Retry-After"), now) };
        return new Problem(status, body, rest);
    }
}

/**
 * Waits for a module that is imported only once it is needed.
 * @template T
 * @param {Promise<T>} importing
 * @returns {Promise<T>}
 * @throws {Problem} `not_loaded`
 */
export function loaded(importing) {
    return importing.catch(() => { throw Problem.notLoaded(); });
}

/**
 * The seconds of a `Retry-After`, which is a number or a date.
 * @param {string | null} text
 * @param {number} now in milliseconds.
 */
export function seconds(text, now) {
    if (!text) return undefined;
    if (/^\d+$/.test(text)) return Math.min(Number(text), 86_400);
    const ahead = (Date.parse(text) - now) / 1000;
    return Number.isFinite(ahead) ? Math.min(Math.max(ahead, 0), 86_400) : undefined;
}
