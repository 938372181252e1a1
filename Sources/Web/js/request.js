// One request to the API and its answer.

import { Problem } from "./problem.js";

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
