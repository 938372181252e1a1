// The list of reports, and the words that it shares with the page of one report.
import { call, replica } from "../../client.js";
import { timestamp } from "../../client/timestamp.js";
import { el, icon } from "../../dom.js";
import { radios } from "../controls/form.js";
import { pagedList } from "../controls/paged-list.js";
import { disc } from "../controls/person.js";
import { username as usernameOf } from "../controls/person-line.js";
import { reasonWords } from "../people/report-form.js";
import { agoInWords, clockText } from "../controls/time.js";
import { capitalised } from "../people/invites.js";
import { roleChip } from "./member-row.js";

/** @type {Record<Wire.ReportAction, string>} */
export const decisionWords = { dismiss: "dismissed", delete: "deleted", warn: "warned", suspend: "suspended",
    gone: "account deleted" };

/**
 * "deleted and warned".
 * @param {readonly string[]} words
 */
export const inWords = (words) => new Intl.ListFormat("en-GB").format(words);

/** The list of reports, by their state. */
export function reportList() {
    let state = /** @type {Wire.ReportState} */ ("open");
    const list = pagedList({
        page: async (after) => {
            const found = await call("listReports", { query: { state, limit: 50, ...(after && { after }) } });
            // Open reports of one thing are decided together, so they are one line.
            const together = new Set();
            return { ...found, items: found.items.filter((one) => {
                one.others.forEach((other) => together.add(other.id));
                return !together.has(one.id);
            }) };
        },
        line: reportLine,
        empty: "Nothing here.",
        class: "card list",
    });
    list.load();
    return el("div", { class: "stack" }, el("div", { class: "segmented" },
        radios("Show", [["open", "Open"], ["resolved", "Decided"]], state, (value) => {
            state = /** @type {typeof state} */ (value);
            list.load();
        })), list.node);
}

/**
 * A report with the words that it is about.
 * @param {Wire.Report} report
 */
function reportLine(report) {
    const { createdAt, evidence, id, note, others, person, reason, reporter } = report;
    const [comment] = evidence.comments;
    const words = comment ? comment.content || comment.pictures && "A picture" : evidence.roomTitle ?? note;
    return el("li", {}, el("a", { class: "about-row", href: `/admin/reports/${id}`, data: { report: id } },
        disc(person, { large: true }),
        el("span", { class: "setting-text" },
            el("span", { class: "with-chip" }, el("span", { class: "name" }, ...reportTitle(report)),
                !report.roomID && person && roleChip(person)),
            words && el("span", { class: "words clamp", dir: "auto" }, words),
            el("span", { class: "small soft" }, [reasonWords[reason], placeOf(report)].filter(Boolean).join(" · "),
                others.length > 0 ? ` · ${others.length + 1} reports` : reporter && [" · by ", usernameOf(reporter)], " · ",
                agoInWords(createdAt))),
        reportStanding(report), icon("next")));
}

/**
 * Where the reported comment stands: "at 15:43"; undefined for anything else.
 * @param {Wire.Report} report
 */
export function placeOf({ commentID, evidence: { comments: [comment] } }) {
    if (!commentID || !comment) return undefined;
    return comment.seconds === 0 ? "without a time" : `at ${timestamp(comment.seconds)}`;
}

/** The longest excerpt of a comment in the words of a warning, in letters. */
const excerptLength = 120;

/**
 * What a warning says about the comment that it is for, so that the author knows which: its place and its first words.
 * @param {Wire.Report} report
 */
export function warningAbout(report) {
    const content = report.evidence.comments[0]?.content;
    if (!report.commentID || content === undefined) return "";
    const letters = Array.from(content.replace(/\s+/gu, " "));
    const words = letters.slice(0, excerptLength).join("") + (letters.length > excerptLength ? "…" : "");
    return `This is about your comment ${placeOf(report)}: ${words ? `“${words}”` : "a picture"}\n`;
}

/**
 * What a report is about.
 * @param {Wire.Report} report
 */
export function reportTitle({ commentID, roomID, person, evidence }) {
    if (roomID) return ["The room ", el("bdi", {}, evidence.roomTitle ?? "without title")];
    const username = evidence.username ?? evidence.comments[0]?.username ?? person?.username;
    return [commentID ? "A comment by " : "The member ", usernameOf(username === undefined ? undefined : { username })];
}

/**
 * By when a report is to be decided, or what was decided.
 * @param {Wire.Report} report
 */
export function reportStanding({ overdue, actBy, resolution }) {
    if (resolution) {
        return el("span", { class: "standing small" }, el("span", { class: "name" },
            capitalised(inWords(resolution.actions.map((one) => decisionWords[one])))), " ",
        el("span", { class: "soft" }, resolution.by && ["by ", usernameOf(resolution.by), " "], agoInWords(resolution.at)));
    }
    const hours = Math.ceil((Date.parse(actBy) - replica.now()) / 3_600_000);
    const moment = clockText(new Date(actBy));
    return overdue || hours <= 0 ? el("strong", { class: "standing small bad", data: { overdue: true } }, `Overdue since ${moment}`)
        : el("span", { class: "standing small figures" }, el("span", { class: "name" }, `Decide by ${moment}`), " ",
            el("span", { class: "soft nowrap" }, `(${hours} h left)`));
}
