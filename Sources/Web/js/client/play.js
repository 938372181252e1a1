// What the pages of the game read and change besides.

import { davenport } from "../client.js";
import { Plays, WordLists } from "../davenport/play.js";

export { axisOf, bestWord, cubeletOf, faults, Game, grace, place, sides, strength } from "../davenport/play.js";
/** @typedef {import("../davenport/play/running-play.js").RunningPlay} RunningPlay */
/** @typedef {import("../davenport/rules/words.js").Words} Words */

/** The plays that run on this device. */
export const plays = davenport.use(Plays);

const wordLists = davenport.use(WordLists);
/** Loads a list of words by its id. */
export const loadWords = wordLists.loadWords.bind(wordLists);
