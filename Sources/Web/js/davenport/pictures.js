// Pictures that are chosen for comments, on their way to the server. It is loaded once there are some.

import { Problem } from "./api/answer.js";
import { Uploads } from "./api/uploads.js";
import { bytesPlace } from "./drafts.js";
import { dropAll } from "./outbox/kept-pictures.js";

export { largest, longestAlternative, longestSide, most, mostPixels, pictureType, types } from "./rules/pictures.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */

/** An upload ends when nothing of it has been sent for this time, in milliseconds. The server may decode a picture for 20 s. */
const patience = 90_000;

/** Uploads pictures. */
export class Pictures {
    /**
     * The ids of what was uploaded from this page for edits.
     * @type {Set<string>}
     */
    uploaded = new Set();

    /** @param {Davenport} davenport */
    constructor(davenport) {
        this.davenport = davenport;
        this.platform = davenport.platform;
        this.uploads = davenport.use(Uploads);
    }

    /**
     * Uploads a picture. The same one may be uploaded again.
     * @param {Pick<App.ChosenPicture, "id" | "type">} picture
     * @param {Blob} file its bytes.
     * @throws {Problem} if it is refused, or no answer comes.
     */
    async send({ id, type }, file) {
        const ending = new AbortController();
        /** @type {import("./platform.js").Timer | undefined} */
        let timer;
        const wait = () => {
            this.platform.clearTimeout(timer);
            timer = this.platform.setTimeout(() => ending.abort(Problem.offline()), patience);
        };
        wait();
        try {
            // A retry needs the same name (rule 11.61), and nobody ever sees it (rule 28.3).
            const what = /** @type {const} */ ({ name: `picture.${type.slice("image/".length)}`, kind: "picture", type });
            await this.uploads.sendFile(id, file, ending.signal, wait, what);
        } finally {
            this.platform.clearTimeout(timer);
        }
    }

    /**
     * Deletes a picture that no comment names any more. What can't be deleted now disappears by itself after 24 hours.
     * @param {string} id
     */
    discard(id) { return this.uploads.discardFile(id); }

    /**
     * Edits a comment that was sent, with all its pictures. Those that were added are uploaded first, and again if the server has
     * them no longer.
     * @param {{ roomID: string, commentID: string }} path
     * @param {Wire.CommentChange} body
     * @param {readonly (App.ChosenPicture & { file?: Blob })[]} added
     * @param {(number: number) => void} [onPicture] hears which one goes up, from 1 on.
     * @throws {Problem} if something is refused, or no answer comes.
     */
    async edit(path, body, added, onPicture = () => {}) {
        const { replica } = this.davenport;
        await this.sendAll(added, onPicture);
        try {
            await replica.change("editComment", { path, body });
        } catch (error) {
            if (!(error instanceof Problem && error.code === "unknown_file") || added.length === 0) throw error;
            for (const { id } of added) this.uploaded.delete(id);
            await this.sendAll(added, onPicture);
            await replica.change("editComment", { path, body });
        }
    }

    /**
     * Forgets the bytes of pictures that have arrived, once no draft names them.
     * @param {readonly App.ChosenPicture[]} pictures
     */
    async forget(pictures) {
        const { copy } = this.davenport;
        if (copy) await dropAll(copy, pictures);
    }

    /**
     * @param {readonly (App.ChosenPicture & { file?: Blob })[]} pictures
     * @param {(number: number) => void} onPicture
     */
    async sendAll(pictures, onPicture) {
        for (const [place, picture] of pictures.entries()) {
            if (this.uploaded.has(picture.id)) continue;
            onPicture(place + 1);
            const kept = picture.file ?? (await this.davenport.drafts.load(bytesPlace(picture.id)))?.file;
            // The comment has arrived with it, while its author changed it.
            if (!kept) continue;
            await this.send(picture, kept);
            this.uploaded.add(picture.id);
        }
    }
}

/**
 * The bytes of a picture are gone from this device.
 * @param {Pick<App.ChosenPicture, "name">} picture
 */
export function missing({ name }) {
    return new Problem(422, { code: "unknown_file", detail: `“${name}” is no longer on this device. Add it again.` });
}
