// A history from elsewhere, as its page reads it.

export { HistoryFault, outlineOf, readHistory, requestsOf } from "../davenport/rules/history.js";
/** @typedef {import("../davenport/rules/history.js").Thing} Thing */
/** @typedef {import("../davenport/rules/history.js").LeftOut} LeftOut */
/** @typedef {import("../davenport/rules/history.js").HistoryFile} HistoryFile */
