// What the pages of the game read and change besides.

import { davenport } from "../client.js";
import { Plays, WordLists } from "../davenport/play.js";

export { axisOf, cubeletOf, faults, Game, grace, place, sides, strength } from "../davenport/play.js";
/** @typedef {import("../davenport/play/running-play.js").RunningPlay} RunningPlay */
/** @typedef {import("../davenport/rules/words.js").Words} Words */

export const plays = davenport.use(Plays);

const wordLists = davenport.use(WordLists);
export const loadWords = wordLists.loadWords.bind(wordLists);
