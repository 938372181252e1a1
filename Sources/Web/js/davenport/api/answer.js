// What counts as an answer of Davenport (docs/rules/http.md): its status, media type and shape are those that the operation
// declares, and it repeats the request's echo. A firewall's page, a proxy's notice or another request's answer is none.

import { conforms, mediaTypes } from "./operations.js";
import { Problem } from "./problem.js";

/** @typedef {import("./operations.js").Operation} Operation */
/** @typedef {{ status: number, headers: Headers, body: any }} Answer what came, decoded. */

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
    if (!await conforms("Problem", body) || body.status !== status) throw Problem.unreadable();
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
        if (await conforms(type, body)) return body;
    }
    throw Problem.unreadable();
}

/** @param {Headers} headers */
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
