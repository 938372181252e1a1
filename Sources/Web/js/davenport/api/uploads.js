// Files on their way to the server, a few at a time, and back.

import { echoHeader, Problem } from "./answer.js";
import { address } from "./operations.js";

/** @typedef {import("../davenport.js").Davenport} Davenport */

/** @typedef {{ name?: string, kind?: "picture", type?: string }} What a file is, if it doesn't say so itself. */

/** The largest number of uploads at once: the browser has six connections for a host, and the page needs some of them. */
const most = 3;
/** The time that the upload of a file gets beyond the limit of other requests, in seconds. */
const patience = 90;

/** Sends files, of which only some go up at once. */
export class Uploads {
    running = 0;
    /** @type {(() => void)[]} */
    waiting = [];

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.connection = davenport.connection;
    }

    /**
     * Sends a file under an id of the client's choice. The same id and bytes may be sent again.
     * @param {string} id
     * @param {Blob} file
     * @param {AbortSignal} signal
     * @param {(part: number) => void} onProgress from 0 to 1
     * @param {What} [what]
     * @returns {Promise<Wire.File>}
     * @throws {Problem} if it is refused, or no answer comes; or the signal's reason.
     */
    async sendFile(id, file, signal, onProgress, what) {
        if (this.running >= most) await new Promise(resolve => this.waiting.push(() => resolve(undefined)));
        this.running += 1;
        try {
            signal.throwIfAborted();
            return await this.send(id, file, signal, onProgress, what);
        } finally {
            this.running -= 1;
            this.waiting.shift()?.();
        }
    }

    /**
     * @param {string} fileID
     * @param {Blob & { name?: string }} file
     * @param {AbortSignal} signal
     * @param {(part: number) => void} onProgress
     * @param {What} what
     * @returns {Promise<Wire.File>}
     */
    async send(fileID, file, signal, onProgress, { name = file.name, kind, type = file.type } = {}) {
        const user = this.connection.user();
        const operation = await this.connection.known("createFile");
        const path = address("createFile", { fileID }, { name, kind });
        const { body } = await this.connection.exchange(operation, { signal }, echo => {
            const headers = { "Content-Type": type || "application/octet-stream", [echoHeader]: echo, ...user };
            return this.davenport.platform.upload(path, file, headers, signal, onProgress);
        });
        return body;
    }

    /**
     * Fetches a file that the server has.
     * @param {Wire.File} file
     * @returns {Promise<File>}
     * @throws {Problem} if it is refused, or what came isn't that file, whole.
     */
    async fetchFile({ id, name, sha256, size, type }) {
        const bytes = await this.connection.call("showFile", { path: { fileID: id }, longerBy: patience });
        const { platform } = this.davenport;
        const digest = bytes.size === size ? await platform.sha256?.(await bytes.arrayBuffer()) : undefined;
        if (bytes.size !== size || digest && hex(digest) !== sha256) throw Problem.unreadable();
        return new File([bytes], name, { type });
    }

    /**
     * Deletes a file that nothing names yet. What can't be deleted now disappears by itself after 24 hours.
     * @param {string} fileID
     */
    async discardFile(fileID) {
        await this.connection.call("deleteFile", { path: { fileID } }).catch(() => {});
    }
}

/** @param {ArrayBuffer} digest */
const hex = digest => Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, "0")).join("");
