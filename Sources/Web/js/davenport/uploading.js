// Sends files. Only XMLHttpRequest tells how much of a body has been sent.

import { address, call } from "./api.js";
import { Problem } from "./request.js";

/** So many files go up at once: the browser has six connections for a host, and the page needs some of them. */
const most = 3;

let running = 0;
/** @type {(() => void)[]} */
const waiting = [];

/**
 * Sends a file under an id of the client's choice. The same id and bytes may be sent again.
 * @param {string} id
 * @param {File} file
 * @param {AbortSignal} signal
 * @param {(part: number) => void} onProgress from 0 to 1
 * @returns {Promise<Wire.File>}
 * @throws {Problem} if it is refused, or no answer comes; or the signal's reason.
 */
export async function sendFile(id, file, signal, onProgress) {
    if (running >= most) await new Promise(resolve => waiting.push(() => resolve(undefined)));
    running += 1;
    try {
        signal.throwIfAborted();
        return await sent(address("createFile", { fileID: id }, { name: file.name }), file, signal, onProgress);
    } finally {
        running -= 1;
        waiting.shift()?.();
    }
}

/** Deletes a file that nothing names yet. What can't be deleted now disappears by itself after 24 hours. */
export async function discardFile(/** @type {string} */ id) {
    await call("deleteFile", { path: { fileID: id } }).catch(() => {});
}

/**
 * @param {string} path
 * @param {File} file
 * @param {AbortSignal} signal
 * @param {(part: number) => void} onProgress
 * @returns {Promise<Wire.File>}
 */
function sent(path, file, signal, onProgress) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open("PUT", path);
        request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
        request.upload.onprogress = event => onProgress(event.loaded / Math.max(1, event.total));
        request.onload = async () => {
            if (request.status < 300) return resolve(JSON.parse(request.responseText));
            const headers = { "Retry-After": request.getResponseHeader("Retry-After") ?? "", "X-Request-ID": request.getResponseHeader("X-Request-ID") ?? "" };
            reject(await Problem.of(new Response(request.responseText, { status: request.status, headers })));
        };
        request.onerror = () => reject(Problem.offline());
        request.onabort = () => reject(signal.reason);
        signal.addEventListener("abort", () => request.abort());
        request.send(file);
    });
}
