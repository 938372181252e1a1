// Files that the server has outside of its API, such as its page.

import { echoHeader, mediaType, newEcho, Problem } from "./api/answer.js";

/**
 * Fetches a file of the server as text, without the session.
 * @param {import("./platform.js").Platform} platform
 * @param {string} path
 * @param {string} type its media type.
 * @returns {Promise<string>}
 * @throws {Problem} if no answer comes, or another one than the server's: it lacks the request's echo, or is no such file.
 */
export async function ownFile(platform, path, type) {
    const headers = { [echoHeader]: newEcho(platform) };
    const answer = await platform.fetch(path, { headers, cache: "no-store", credentials: "omit", redirect: "error" })
        .catch(() => { throw Problem.offline(); });
    const isOwn = answer.status === 200 && answer.headers.get(echoHeader) === headers[echoHeader];
    if (!isOwn || mediaType(answer.headers) !== type) throw Problem.unreadable();
    return answer.text().catch(() => { throw Problem.offline(); });
}
