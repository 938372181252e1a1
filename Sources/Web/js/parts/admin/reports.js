// The list of reports, and the words that it shares with the page of one report.
import { call, replica } from "../../client.js";
import { timestamp } from "../../client/timestamp.js";
import { el, icon } from "../../dom.js";
import { listed, locale, phrase, phraseAround } from "../../phrases.js";
import { pagedList } from "../controls/paged-list.js";
import { disc } from "../controls/person.js";
import { username as usernameOf } from "../controls/person-line.js";
import { reasonWords } from "../people/report-form.js";
import { agoInWords, clockText } from "../controls/time.js";

/** @type {Record<Wire.ReportAction, string>} */
export const decisionWords = { dismiss: phrase("admin.decided.dismiss"), delete: phrase("admin.decided.delete"),
    warn: phrase("admin.decided.warn"), suspend: phrase("admin.decided.suspend"), gone: phrase("admin.decided.gone") };

/**
 * Words that begin a line.
 * @param {string} words
 */
export const capitalised = (words) => words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);

/** The reports: first those that wait for a decision, of which the first is to be decided next, and then the decided ones. */
export function reportList() {
    let next = "";
    /** @type {(state: Wire.ReportState, empty: string, limit: number, whenRead: () => void) => ReturnType<typeof pagedList>} */
    const list = (state, empty, limit, whenRead) => pagedList({
        page: async (after) => {
            const found = await call("listReports", { query: { state, limit, ...(after && { after }) } });
            // Open reports of one thing are decided together, so they are one line.
            const together = new Set();
            const items = found.items.filter((one) => {
                one.others.forEach((other) => together.add(other.id));
                return !together.has(one.id);
            });
            if (!after && state === "open") next = items[0]?.id ?? "";
            if (!after) whenRead();
            return { ...found, items };
        },
        line: (report) => reportLine(report, report.id === next), empty, class: "card list",
    });
    const later = el("section", { class: "stack-tight block-below", "aria-labelledby": "decided", hidden: true },
        el("h2", { id: "decided" }, phrase("admin.reports.decided")));
    const decided = list("resolved", phrase("admin.nothing"), 10, () => {});
    // Where the open ones can't be read, that is said once.
    const open = list("open", phrase("admin.reports.none"), 50, () => {
        later.hidden = false;
        decided.load();
    });
    later.append(decided.node);
    open.load();
    return el("div", { class: "stack" }, el("section", { class: "stack-tight", "aria-labelledby": "to-decide" },
        el("h2", { id: "to-decide" }, phrase("admin.reports.open")), open.node), later);
}

/**
 * A report with the words that it is about.
 * @param {Wire.Report} report
 * @param {boolean} isNext whether it is the one to decide next
 */
function reportLine(report, isNext) {
    const { createdAt, evidence, id, note, others, person, reason, reporter } = report;
    const [comment] = evidence.comments;
    const words = comment ? comment.content || comment.pictures && phrase("admin.report.picture") : evidence.roomTitle ?? note;
    return el("li", {}, el("a", { class: "about-row", href: `/admin/reports/${id}`,
        data: { report: id } }, disc(person, { large: true }),
        el("span", { class: "setting-text" }, el("span", { class: "name" }, ...reportTitle(report)),
            words && el("span", { class: "words clamp", dir: "auto" }, words),
            el("span", { class: "small soft" }, [reasonWords[reason], placeOf(report)].filter(Boolean).join(" · "),
                " · ", ...others.length > 0 ? [phrase("admin.reports.together", { count: others.length + 1 }), " · "]
                    : reporter ? [...phraseAround("admin.by", { who: "person", person: usernameOf(reporter) }), " · "] : [],
                agoInWords(createdAt))),
        reportStanding(report), report.resolution ? icon("next")
            : el("span", { class: `button button-small ${isNext ? "button-main" : ""}` }, phrase("admin.decide"))));
}

/**
 * Where the reported comment stands: "at 15:43"; undefined for anything else.
 * @param {Wire.Report} report
 */
export function placeOf({ commentID, evidence: { comments: [comment] } }) {
    if (!commentID || !comment) return undefined;
    return comment.seconds === 0 ? phrase("admin.report.noTime")
        : phrase("admin.report.at", { time: timestamp(comment.seconds) });
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
    const { seconds } = report.evidence.comments[0] ?? { seconds: 0 };
    const [place, what] = [seconds === 0 ? "none" : "time", words ? "words" : "picture"];
    return phrase("admin.warning.about", { place, time: timestamp(seconds), what, words }) + "\n";
}

/**
 * What a report is about.
 * @param {Wire.Report} report
 */
export function reportTitle({ commentID, roomID, person, evidence }) {
    if (roomID) {
        return phraseAround("admin.report.room",
            { title: el("bdi", {}, evidence.roomTitle ?? phrase("admin.report.noTitle")) });
    }
    const username = evidence.username ?? evidence.comments[0]?.username ?? person?.username;
    return phraseAround(commentID ? "admin.report.comment" : "admin.report.member",
        { person: usernameOf(username === undefined ? undefined : { username }) });
}

/** The hours from which on the time for a decision is short. */
const shortTime = 6;

/**
 * By when a report is to be decided, or what was decided.
 * @param {Wire.Report} report
 */
export function reportStanding({ overdue, actBy, resolution }) {
    if (resolution) {
        return el("span", { class: "standing small" }, el("span", { class: "name" },
            capitalised(listed(resolution.actions.map((one) => decisionWords[one])))), " ",
        el("span", { class: "soft" },
            resolution.by && [...phraseAround("admin.by", { who: "person", person: usernameOf(resolution.by) }), " · "],
            agoInWords(resolution.at)));
    }
    const hours = Math.ceil((Date.parse(actBy) - replica.now()) / 3_600_000);
    const moment = clockText(new Date(actBy));
    if (overdue || hours <= 0) {
        return el("strong", { class: "standing small bad", data: { overdue: true } },
            phrase("admin.report.overdue", { time: moment }));
    }
    return el("span", { class: `standing small figures ${hours <= shortTime ? "bad" : "soft"}` },
        phrase("admin.report.decideBy", { time: moment }));
}
