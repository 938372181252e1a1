// A list of words, looked up in its file's bytes: `WordList` in Swift does the same.

const lineFeed = 0x0A;

/** @typedef {{ from: number, to: number, length: number }} WordRange words that begin with the same bytes, so many of them */

/** The words of a language and the values of its letters. */
export class Words {
    /** @param {Uint8Array} bytes the file. */
    constructor(bytes) {
        this.bytes = bytes;
        const lines = [0];
        for (let at = 0; lines.length < 4 && at < bytes.length; at++) if (bytes[at] === lineFeed) lines.push(at + 1);
        if (lines.length < 4) throw new Error("The list of words can't be read.");
        /** The offset of the first word. */
        this.start = lines[3];
        const table = new TextDecoder().decode(bytes.subarray(lines[1], lines[2] - 1));
        /** @type {ReadonlyMap<string, number>} */
        this.values = new Map(table.split(" ").map(entry => {
            const [letter, , value] = entry.split(":");
            return [letter, Number(value)];
        }));
    }

    /**
     * What a letter adds to a word's score; 0 for one that isn't in the list.
     * @param {string} letter
     */
    value(letter) { return this.values.get(letter) ?? 0; }

    /** @param {string} word */
    has(word) {
        const { bytes } = this;
        const wanted = new TextEncoder().encode(word);
        let [lower, upper] = [this.start, bytes.length];
        while (lower < upper) {
            let first = (lower + upper) >> 1;
            while (first > lower && bytes[first - 1] !== lineFeed) first--;
            let at = 0;
            while (at < wanted.length && bytes[first + at] === wanted[at]) at++;
            const found = bytes[first + at];
            // A line feed is smaller than every letter, so a word comes before the longer ones that begin with it.
            if (at === wanted.length && found === lineFeed) return true;
            if (at === wanted.length || found > wanted[at]) upper = first;
            else lower = bytes.indexOf(lineFeed, first + at) + 1;
        }
        return false;
    }

    /**
     * All words, as a range of the file: each has as many bytes before `length` in common.
     * @returns {WordRange}
     */
    get all() { return { from: this.start, to: this.bytes.length, length: 0 }; }

    /**
     * Those words of a range that go on with a text.
     * @param {WordRange} range
     * @param {string} text
     * @returns {WordRange}
     */
    goingOn({ from, to, length }, text) {
        for (const byte of new TextEncoder().encode(text)) {
            [from, to] = [this.first(from, to, length, byte), this.first(from, to, length, byte + 1)];
            length++;
        }
        return { from, to, length };
    }

    /**
     * Whether the first word of a range, which isn't empty, ends with what the words of the range have in common.
     * @param {WordRange} range
     */
    isWord({ from, length }) { return this.bytes[from + length] === lineFeed; }

    /**
     * The offset of the first word that has at least this byte at a place, in a range of words that are the same before it.
     * @param {number} lower
     * @param {number} upper
     * @param {number} at
     * @param {number} byte
     */
    first(lower, upper, at, byte) {
        const { bytes } = this;
        while (lower < upper) {
            let line = (lower + upper) >> 1;
            while (line > lower && bytes[line - 1] !== lineFeed) line--;
            if (bytes[line + at] < byte) lower = bytes.indexOf(lineFeed, line + at) + 1;
            else upper = line;
        }
        return lower;
    }
}
