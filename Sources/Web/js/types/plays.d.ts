// Plays that run on this device.
import type { Play } from "./wire.js";

/** A move as it is played: a word with its faces, or a removal. Without the list of words, only the server knows the score. */
export interface PlayMove {
    readonly at: number,
    readonly faces?: number[],
    readonly cubelet?: number,
    readonly word?: string,
    readonly score?: number,
}

export type PlayFault = "too_short" | "repeated_face" | "not_open" | "not_touching" | "not_a_word" | "already_played";

/** A play that runs, as the database keeps it. */
export interface PlayRow {
    /** The play by the server's last answer. */
    readonly play: Play,
    /** The moves that aren't sent yet. */
    readonly queue: readonly PlayMove[],
    /** Whether it is to be finished after them. */
    readonly finishes: boolean,
    /** The words that the server didn't take any more. */
    readonly late: readonly string[],
    /** The stopwatch when this was written, in milliseconds. */
    readonly elapsed: number,
}
