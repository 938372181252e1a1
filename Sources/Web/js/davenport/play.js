// An entry: what the pages of the game need: the plays that run on this device, the list of words, and the game's rules.

export { Plays } from "./play/plays.js";
export { faults, grace } from "./play/play-sender.js";
export { WordLists } from "./play/word-list.js";
export { axisOf, cubeletOf, Game, place, sides, strength } from "./rules/game.js";
export { bestWord } from "./rules/search.js";
