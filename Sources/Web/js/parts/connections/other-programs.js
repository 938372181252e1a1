// The pages about what works for a person beside this one: a calendar, a player, and where somebody has watched before. Few
// people need them, so each is loaded when it is shown.
import { session } from "../../client.js";
import { laterPart } from "../controls/loaded-place.js";
import { phrase } from "../../phrases.js";

/**
 * @typedef {object} Page
 * @property {string} section of the settings' address.
 * @property {readonly string[]} features of which the community needs one.
 * @property {string} title
 * @property {Parameters<typeof import("../controls/signs.js").sign>[0]} sign
 * @property {string} value what the settings say of it.
 * @property {(context: import("../frame/frame.js").Context) => Node} page
 */

/** @type {Page[]} */
const pages = [
    { section: "calendar", features: ["watch", "class"], sign: "calendar",
        title: phrase("connections.page.calendar"), value: phrase("connections.page.calendarAbout"),
        page: (context) => laterPart(() => import("./calendar.js"), ({ calendarPage }) => calendarPage(context)) },
    { section: "players", features: ["watch"], sign: "play",
        title: phrase("connections.page.players"), value: phrase("connections.page.playersAbout"),
        page: (context) => laterPart(() => import("./players.js"), ({ playersPage }) => playersPage(context)) },
    { section: "history", features: ["watch"], sign: "clock",
        title: phrase("connections.page.history"), value: phrase("connections.page.historyAbout"),
        page: (context) => laterPart(() => import("./history.js"), ({ historyPage }) => historyPage(context)) },
];

/** The pages that the community has. */
export const otherPrograms = () => pages.filter(({ features }) =>
    features.some((one) => session.keptTenant()?.features.some((feature) => feature === one)));
