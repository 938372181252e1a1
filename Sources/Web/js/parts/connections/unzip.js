// Unpacks the ZIP in which a service gives people their files, so that nobody has to do it on a phone.

/** The largest file that is unpacked, in bytes: a history has some megabytes. */
const largest = 200 * 1024 * 1024;
/** The signatures of the end of the list of files, and of a file in it. */
const [endOfList, entryOfList] = [0x06054B50, 0x02014B50];
/** The length of these records without what follows them. */
const [endLength, entryLength, headLength] = [22, 46, 30];

/** A ZIP that can't be unpacked. */
export class NoZip extends Error {}

/** @typedef {{ name: string, bytes: () => Promise<Uint8Array> }} Packed a file of a ZIP, which is unpacked when that is asked. */

/**
 * The files of a ZIP.
 * @param {ArrayBuffer} buffer
 * @returns {Packed[]}
 * @throws {NoZip}
 */
export function filesOf(buffer) {
    const view = new DataView(buffer);
    const end = endOf(view);
    const files = [];
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
        if (at + entryLength > buffer.byteLength || view.getUint32(at, true) !== entryOfList) throw new NoZip();
        const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
        const method = view.getUint16(at + 10, true);
        const [packed, size, head] = [20, 24, 42].map((place) => view.getUint32(at + place, true));
        const path = new TextDecoder().decode(new Uint8Array(buffer, at + entryLength, name));
        if (!path.endsWith("/")) {
            files.push({ name: path.split("/").at(-1) ?? path, bytes: () => unpacked(buffer, { head, method, packed, size }) });
        }
        at += entryLength + name + extra + comment;
    }
    return files;
}

/**
 * Where the record at the end of a ZIP begins. A comment of up to 65,535 bytes may follow it.
 * @param {DataView} view
 */
function endOf(view) {
    const last = view.byteLength - endLength;
    for (let at = last; at >= Math.max(0, last - 0xFFFF); at -= 1) if (view.getUint32(at, true) === endOfList) return at;
    throw new NoZip();
}

/**
 * @param {ArrayBuffer} buffer
 * @param {{head: number, method: number, packed: number, size: number}} entry
 */
async function unpacked(buffer, { head, method, packed, size }) {
    const view = new DataView(buffer);
    if (size > largest || head + headLength > buffer.byteLength) throw new NoZip();
    const start = head + headLength + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    if (start + packed > buffer.byteLength) throw new NoZip();
    const bytes = new Uint8Array(buffer, start, packed);
    if (method === 0) return bytes;
    if (method !== 8) throw new NoZip();
    return inflated(bytes, size);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} size that the list of files names; more than that is no honest file
 */
async function inflated(bytes, size) {
    const result = new Uint8Array(size);
    let filled = 0;
    try {
        // The type checker knows the streams of an earlier year.
        const { DecompressionStream } = /** @type {any} */ (globalThis);
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
        for (const reader = stream.getReader(); ;) {
            const { done, value } = await reader.read();
            if (done) break;
            if (filled + value.length > size) throw new NoZip();
            result.set(value, filled);
            filled += value.length;
        }
    } catch {
        throw new NoZip();
    }
    if (filled < size) throw new NoZip();
    return result;
}
