// What may happen to a request and its answer on the way. A proxy's own answers echo nothing, or what another request sent.

import { Answer } from "./answer.js";

/** @typedef {{ status: number, headers: Record<string, string>, body?: string }} Plain an answer on the wire. */
/**
 * What happens: whether the request reaches the server, how often, and what the page receives in place of the server's answer.
 * @typedef {{
 *     arrives: 0 | 1 | 2, requestDelay?: number, answerDelay?: number,
 *     fails?: boolean, replace?: (answer: Plain | undefined) => Answer
 * }} Fate
 */
/** @typedef {{ random: import("./random.js").Random, earlier: readonly Plain[] }} Context */

const html = "<!doctype html><title>Notice</title><p>Please accept the terms of use.";
const page = { "Content-Type": "text/html; charset=utf-8" };
const json = { "Content-Type": "application/json" };

/** A proxy's answer. Some echo what they saw in an earlier answer. @param {number} status @param {Record<string, string>} headers @param {string} [body] */
const foreign = (status, headers, body) => (/** @type {Context} */ { random, earlier }) => {
    const echo = random.happens(0.3) && earlier.length > 0 ? random.of(earlier).headers["Davenport-Echo"] : undefined;
    // The server may have acted on the request all the same.
    return { arrives: random.happens(0.5) ? 1 : 0, replace: () => new Answer(status, { ...headers, ...(echo && { "Davenport-Echo": echo }) }, body) };
};

/** A proxy's refusal, as a page or as a problem that looks like Davenport's. @param {number} status @param {string} code @param {Record<string, string>} [more] */
const refusal = (status, code, more = {}) => (/** @type {Context} */ context) => {
    const problem = JSON.stringify({ type: `urn:davenport:problem:${code}`, title: code, status, detail: "Not from Davenport.", code });
    const looksLikeOurs = context.random.happens(0.5);
    const headers = looksLikeOurs ? { "Content-Type": "application/problem+json" } : page;
    return foreign(status, { ...headers, ...more }, looksLikeOurs ? problem : html)(context);
};

/** @type {Record<string, (context: Context) => Fate>} */
export const lies = {
    lostBefore: () => ({ arrives: 0, fails: true }),
    lostAfter: () => ({ arrives: 1, fails: true }),
    late: ({ random }) => ({ arrives: 1, answerDelay: 20_000 + random.below(120_000) }),
    arrivesLate: ({ random }) => ({ arrives: 1, requestDelay: 5_000 + random.below(90_000) }),
    doubled: () => ({ arrives: 2 }),
    cutOff: () => ({ arrives: 1, replace: answer => new Answer(answer?.status ?? 200, answer?.headers ?? json, half(answer?.body), true) }),
    shortened: () => ({ arrives: 1, replace: answer => new Answer(answer?.status ?? 200, answer?.headers ?? json, half(answer?.body)) }),
    page200: foreign(200, page, html),
    empty200: foreign(200, {}, ""),
    emptyObject: foreign(200, json, "{}"),
    emptyList: foreign(200, json, '{"items":[]}'),
    foreign201: foreign(201, json, "{}"),
    foreign204: foreign(204, {}),
    foreign304: foreign(304, {}),
    anotherAnswer: ({ random, earlier }) => {
        const other = earlier.length > 0 ? random.of(earlier) : { status: 200, headers: json, body: "{}" };
        return { arrives: random.happens(0.5) ? 1 : 0, replace: () => new Answer(other.status, other.headers, other.body) };
    },
    proxy401: refusal(401, "unauthenticated"),
    proxy404: refusal(404, "not_found"),
    proxy403: refusal(403, "forbidden"),
    proxy409: refusal(409, "id_taken"),
    proxy410: refusal(410, "resync_required"),
    proxy413: refusal(413, "body_too_large"),
    proxy422: refusal(422, "invalid"),
    proxy429: refusal(429, "too_many_requests", { "Retry-After": "7" }),
    proxy502: refusal(502, "bad_gateway"),
    proxy511: refusal(511, "network_authentication_required"),
};

/** @param {string | undefined} body */
const half = (body = "") => body.slice(0, Math.floor(body.length / 2));
