// The bytes of chosen pictures. Each is a row of its own beside the drafts, so that a key, or another try, writes no megabytes.
// They stay from the choice until the comment has arrived or was thrown away.

import { bytesPlace } from "../drafts.js";

/** The age from which bytes that nothing names are deleted, in milliseconds: what names them may not be stored yet. */
const patience = 86_400_000;

/** @param {App.ChosenPicture & { file?: Blob }} picture what a row of the outbox has of it. */
const row = ({ file, ...picture }) => picture;

/**
 * Keeps the bytes of pictures, and gives what the row of the outbox has of them.
 * @param {Copy.Stores} stores with the drafts.
 * @param {readonly (App.ChosenPicture & { file?: Blob })[]} pictures
 * @param {number} at the time, in the device's milliseconds.
 * @returns {Promise<App.ChosenPicture[]>}
 */
export async function keepBytes(stores, pictures, at) {
    for (const { id, file } of pictures) {
        const isMissing = file && await stores.get("drafts", bytesPlace(id)) === undefined;
        if (isMissing) await stores.put("drafts", { at, file }, bytesPlace(id));
    }
    return pictures.map(row);
}

/**
 * Deletes the bytes of pictures, unless another write or a draft names them.
 * @param {Copy.Stores} stores with the outbox and the drafts.
 * @param {readonly App.ChosenPicture[]} [pictures]
 */
export async function dropBytes(stores, pictures = []) {
    if (pictures.length === 0) return;
    const named = await namedIDs(stores);
    for (const { id } of pictures) if (!named.has(id)) await stores.remove("drafts", bytesPlace(id));
}

/**
 * Deletes the bytes of pictures that were thrown away, unless a write or a draft names them.
 * @param {Copy.Memory} copy
 * @param {readonly App.ChosenPicture[]} pictures
 */
export async function dropAll(copy, pictures) {
    await copy.database.transaction(["outbox", "drafts"], "readwrite", stores => dropBytes(stores, pictures));
    await copy.davenport.drafts.changed(copy, pictures.map(({ id }) => bytesPlace(id)));
}

/**
 * Gives pictures new ids, because those that they have stand for something else on the server.
 * @param {Copy.Stores} stores with the drafts.
 * @param {readonly App.ChosenPicture[]} pictures
 * @param {() => string} newID
 * @returns {Promise<App.ChosenPicture[]>}
 */
export async function renamed(stores, pictures, newID) {
    const found = [];
    for (const picture of pictures) {
        const id = newID();
        const bytes = await stores.get("drafts", bytesPlace(picture.id));
        if (bytes) await stores.put("drafts", bytes, bytesPlace(id));
        found.push({ ...picture, id, isUploaded: false });
    }
    return found;
}

/**
 * Deletes bytes that nothing has named for a day: the page went before it had kept what names them, or after that was gone.
 * @param {Copy.Memory} copy
 */
export async function dropUnnamedBytes(copy) {
    const places = await copy.database.transaction(["outbox", "drafts"], "readwrite", async stores => {
        const named = await namedIDs(stores);
        const found = [];
        for (const [place, { at }] of copy.drafts) {
            if (!place.startsWith(bytesPlace("")) || named.has(place.slice(bytesPlace("").length))) continue;
            if (at < copy.platform.now() - patience) found.push(place);
        }
        for (const place of found) await stores.remove("drafts", place);
        return found;
    });
    if (places.length > 0) await copy.davenport.drafts.changed(copy, places);
}

/**
 * The ids of the pictures that writes and drafts name.
 * @param {Copy.Stores} stores with the outbox and the drafts.
 * @returns {Promise<Set<string>>}
 */
async function namedIDs(stores) {
    /** @type {{ pictures?: App.ChosenPicture[], answered?: number }[]} */
    const rows = [...await stores.all("outbox"), ...await stores.all("drafts")];
    return new Set(rows.flatMap(row => row?.answered === undefined ? row?.pictures?.map(({ id }) => id) ?? [] : []));
}
