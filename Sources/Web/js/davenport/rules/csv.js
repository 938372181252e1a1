// Comma-separated values (RFC 4180), as the server's own reader takes them (HistoryFiles.swift).

/** A quoted value without an end. */
export class OpenQuote extends Error {
    /** @param {number} line on which it begins, from 1. */
    constructor(line) {
        super(`A quote on line ${line} has no end.`);
        this.line = line;
    }
}

/** @typedef {{ line: number, values: string[] }} Row a row, and the line on which it begins, from 1. */

/**
 * The rows of a text. Empty lines are left out.
 * @param {string} text
 * @returns {Row[]}
 * @throws {OpenQuote} if a quoted value has no end.
 */
export function rowsOf(text) {
    const reader = new Reader();
    for (const character of text) reader.read(character);
    return reader.end();
}

class Reader {
    /** @type {Row[]} */
    rows = [];
    /** @type {string[]} */
    values = [];
    value = "";
    isQuoted = false;
    /** Whether the last character was the quote that ends a value, or the first of two that are one. */
    wasQuote = false;
    line = 1;
    start = 1;
    quote = 1;

    /** @param {string} character */
    read(character) {
        if (character === "\n") this.line += 1;
        if (character === "\"") return this.readQuote();
        this.wasQuote = false;
        if (this.isQuoted) this.value += character;
        else if (character === ",") this.endValue();
        else if (character === "\n") this.endRow();
        else if (character !== "\r") this.value += character;
    }

    readQuote() {
        if (this.isQuoted) {
            [this.isQuoted, this.wasQuote] = [false, true];
        } else if (this.wasQuote) {
            this.value += "\"";
            [this.isQuoted, this.wasQuote] = [true, false];
        } else if (this.value === "") {
            [this.isQuoted, this.quote] = [true, this.line];
        } else {
            this.value += "\"";
        }
    }

    endValue() {
        this.values.push(this.value);
        this.value = "";
    }

    endRow() {
        this.endValue();
        const isEmpty = this.values.length === 1 && this.values[0] === "";
        if (!isEmpty) this.rows.push({ line: this.start, values: this.values });
        this.values = [];
        this.start = this.line;
    }

    end() {
        if (this.isQuoted) throw new OpenQuote(this.quote);
        this.endRow();
        return this.rows;
    }
}
