// Uploads the pictures of comments that wait, one after another, beside everything else that is sent. It is loaded once such a
// comment waits.

import { Problem } from "../api/answer.js";
import { bytesPlace } from "../drafts.js";
import { missing, Pictures } from "../pictures.js";
import { named } from "./altered.js";
import { dueUpload, pause } from "./due.js";
import { dropBytes, renamed } from "./kept-pictures.js";

/** @typedef {{ entry: Copy.Entry, picture: App.ChosenPicture, file: Blob | undefined }} Upload */

/** A tab that holds the lock for longer, in milliseconds, is taken to be suspended. Uploading twice does no harm. */
const lockPatience = 900_000;

/**
 * Uploads what is due.
 * @param {import("./sender.js").Sender} sender
 */
export async function uploadPictures(sender) {
    let isMore = true;
    while (isMore && !sender.isStopped) {
        isMore = await sender.locked(() => uploadNext(sender), { name: "pictures", patience: lockPatience });
    }
}

/**
 * @param {import("./sender.js").Sender} sender
 * @returns {Promise<boolean>} whether there may be more.
 */
async function uploadNext(sender) {
    const { copy } = sender;
    const found = await nextUpload(copy);
    if (!found || sender.isStopped) return false;
    const { entry, picture, file } = found;
    /** @type {Partial<Copy.Entry> & { isUploaded?: boolean, isTaken?: boolean }} */
    let outcome = { isUploaded: true, failedUploads: 0 };
    try {
        // Bytes go once their comment has arrived. A full disk may forget that it has: then the server knows the comment.
        if (!file && entry.isRenewed) throw missing(picture);
        if (file) await copy.davenport.use(Pictures).send(picture, file);
    } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.status === 401) return false;
        outcome = error.isTransient ? await putOff(copy, entry, error) : error.code === "id_taken" ? { isTaken: true }
            : { problem: { ...error.kept, picture: picture.name } };
    }
    const isNamed = await record(copy, entry.id, picture, outcome);
    if (!isNamed && outcome.isUploaded) await copy.davenport.use(Pictures).discard(picture.id);
    await sender.changed();
    return true;
}

/**
 * The first picture that is due, of the first comment of its room, with its bytes.
 * @param {Copy.Memory} copy
 * @returns {Promise<Upload | undefined>}
 */
function nextUpload(copy) {
    return copy.database.transaction(["outbox", "cursor", "drafts"], "readonly", async stores => {
        const entry = await dueUpload(copy, stores);
        const picture = entry?.pictures?.find(({ isUploaded }) => !isUploaded);
        return entry && picture && { entry, picture, file: (await stores.get("drafts", bytesPlace(picture.id)))?.file };
    });
}

/**
 * Puts a comment off. Only without an answer everything else waits, too: other limits are those of pictures alone.
 * @param {Copy.Memory} copy
 * @param {Copy.Entry} entry
 * @param {Problem} problem
 * @returns {Promise<Partial<Copy.Entry>>}
 */
async function putOff(copy, { failedUploads = 0 }, problem) {
    const failed = failedUploads + 1;
    return { ...await pause(copy, { attempts: failed, waitsAlone: problem.status !== 0 }, problem), failedUploads: failed };
}

/**
 * Notes what became of an upload.
 * @param {Copy.Memory} copy
 * @param {number} entryID
 * @param {App.ChosenPicture} picture
 * @param {Partial<Copy.Entry> & { isUploaded?: boolean, isTaken?: boolean }} outcome
 * @returns {Promise<boolean>} false if the comment, or the picture of it, was thrown away meanwhile.
 */
async function record(copy, entryID, picture, { isUploaded = false, isTaken, ...outcome }) {
    const stored = await copy.database.transaction(["outbox", "drafts"], "readwrite", async stores => {
        /** @type {Copy.Entry | undefined} */
        const entry = await stores.get("outbox", entryID);
        const before = entry?.pictures?.find(({ id }) => id === picture.id);
        if (!entry || !before) return undefined;
        const [after] = isTaken ? await renamed(stores, [before], () => copy.davenport.newID()) : [{ ...before, isUploaded }];
        const pictures = entry.pictures?.map(one => one === before && after ? after : one);
        await stores.put("outbox", named({ ...entry, ...outcome, pictures }));
        if (isTaken) await dropBytes(stores, [before]);
        return [before, after].map(one => bytesPlace(one?.id ?? ""));
    });
    if (stored && isTaken) await copy.davenport.drafts.changed(copy, stored);
    return stored !== undefined;
}
