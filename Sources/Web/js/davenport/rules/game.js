// The game on the cube: `Game` in Swift is the same, and the server judges by it. Faces, cubelets and moves are those of
// docs/rules/play.md.

/** The number of words after which a cubelet whose faces they use disappears. */
export const strength = 3;
const shortest = 3;
/** The differences between the numbers of neighbouring cubelets, by axis. */
const steps = [9, 3, 1];

/**
 * The cubelet of a face.
 * @param {number} face
 */
export const cubeletOf = face => Math.floor(face / 3);
/**
 * The axis along which a face looks.
 * @param {number} face
 */
export const axisOf = face => face % 3;
/**
 * The position of a face's cubelet along an axis: 0, 1 or 2.
 * @param {number} face
 * @param {number} axis
 */
export const place = (face, axis) => Math.floor(cubeletOf(face) / steps[axis]) % 3;

/**
 * Whether two different faces have a corner in common.
 * @param {number} one
 * @param {number} other
 */
export function touches(one, other) {
    if (one === other) return false;
    return [0, 1, 2].every(axis => {
        const [[from, to], [otherFrom, otherTo]] = [extent(one, axis), extent(other, axis)];
        return from <= otherTo && otherFrom <= to;
    });
}

/**
 * @param {number} face
 * @param {number} axis
 */
function extent(face, axis) {
    const at = place(face, axis);
    return axisOf(face) === axis ? [at + 1, at + 1] : [at, at + 1];
}

/**
 * The number of axes along which faces look.
 * @param {readonly number[]} faces
 */
export const sides = faces => new Set(faces.map(axisOf)).size;

/** The state of a puzzle after some moves, by the server's rules. */
export class Game {
    /**
     * @param {string} letters
     * @param {import("./words.js").Words | undefined} words without them, only the server knows words and scores.
     * @param {number} limit the milliseconds from the play's start to its end.
     * @param {readonly App.PlayMove[]} [moves] those that were accepted before.
     */
    constructor(letters, words, limit, moves = []) {
        this.letters = [...letters];
        this.words = words;
        this.limit = limit;
        /** @type {App.PlayMove[]} */
        this.moves = [];
        this.score = 0;
        /** The number of faces of each cubelet that words used. */
        this.wear = new Array(27).fill(0);
        for (const move of moves) this.accept(move);
    }

    /** @param {number} cubelet */
    has(cubelet) { return this.wear[cubelet] < strength; }

    /** @param {number} face */
    isOpen(face) {
        const cubelet = cubeletOf(face);
        const axis = axisOf(face);
        return this.has(cubelet) && (place(face, axis) === 2 || !this.has(cubelet + steps[axis]));
    }

    /** The faces that can be played, by number. */
    get open() { return this.letters.map((_, face) => face).filter(face => this.isOpen(face)); }

    /** @param {readonly number[]} faces */
    spelled(faces) {
        return faces.map(face => this.letters[face] === "q" ? "qu" : this.letters[face]).join("");
    }

    /**
     * The sum of the letters' values.
     * @param {readonly number[]} faces
     */
    sum(faces) { return faces.reduce((sum, face) => sum + (this.words?.value(this.letters[face]) ?? 0), 0); }

    /** @param {readonly number[]} faces */
    scoreOf(faces) { return this.sum(faces) * (faces.length - 2) * sides(faces); }

    /**
     * Why a move is refused; undefined if it isn't.
     * @param {App.PlayMove} move
     */
    refusal(move) {
        return move.at < (this.moves.at(-1)?.at ?? 0) || move.at > this.limit ? "out_of_time" : this.fault(move);
    }

    /**
     * The same whatever the time.
     * @param {{ faces?: readonly number[], cubelet?: number }} move
     * @returns {App.PlayFault | undefined}
     */
    fault({ faces, cubelet = 0 }) {
        if (!faces) return [0, 1, 2].some(axis => this.isOpen(3 * cubelet + axis)) ? undefined : "not_open";
        if (faces.length < shortest) return "too_short";
        if (new Set(faces).size < faces.length) return "repeated_face";
        if (!faces.every(face => this.isOpen(face))) return "not_open";
        if (!faces.every((face, at) => at === 0 || touches(faces[at - 1], face))) return "not_touching";
        const word = this.spelled(faces);
        if (this.words && !this.words.has(word)) return "not_a_word";
        return this.moves.some(move => move.word === word) ? "already_played" : undefined;
    }

    /**
     * A move with the word that it makes and, with a list, its score.
     * @param {App.PlayMove} move
     * @returns {App.PlayMove}
     */
    judged({ at, faces, cubelet }) {
        if (!faces) return { at, cubelet };
        return { at, faces, word: this.spelled(faces), ...(this.words && { score: this.scoreOf(faces) }) };
    }

    /**
     * Plays a move that isn't refused.
     * @param {App.PlayMove} move
     */
    accept(move) {
        for (const face of move.faces ?? []) this.wear[cubeletOf(face)] += 1;
        if (move.cubelet !== undefined) this.wear[move.cubelet] = strength;
        this.score += move.score ?? 0;
        this.moves.push(move);
    }

    /**
     * Open faces that spell a typed word, over as many sides as possible. The word need not be in the list.
     * @param {string} word
     * @returns {number[] | undefined}
     */
    faces(word) {
        const letters = [...word.replaceAll("qu", "q")];
        if (letters.length === 0) return undefined;
        const { open } = this;
        /**
         * @param {number[]} way
         * @returns {number[] | undefined}
         */
        const widest = way => {
            if (way.length === letters.length) return way;
            /** @type {number[] | undefined} */
            let best;
            for (const face of open) {
                if (this.letters[face] !== letters[way.length] || way.includes(face)) continue;
                const last = way.at(-1);
                if (last !== undefined && !touches(last, face)) continue;
                const found = widest([...way, face]);
                if (!found || (best && sides(best) >= sides(found))) continue;
                // No path scores more than one over three sides.
                if (sides(found) === 3) return found;
                best = found;
            }
            return best;
        };
        return widest([]);
    }
}
