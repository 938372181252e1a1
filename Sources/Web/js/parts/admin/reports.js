// The list of reports, and the words that it shares with the page of one report.
import { call, replica } from "../../client.js";
import { el } from "../../dom.js";
import { radios } from "../controls/form.js";
import { pagedList } from "../controls/paged-list.js";
import { reasonWords } from "../people/report-form.js";
import { clockText } from "../controls/time.js";

/** @type {Record<Wire.ReportAction, string>} */
export const decisionWords = { dismiss: "dismissed", delete: "deleted", warn: "warned", suspend: "suspended",
    gone: "account deleted" };

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
        line: (report) => el("li", {},
            el("a", { class: "group-row", href: `/admin/reports/${report.id}`, data: { report: report.id } },
            el("span", { class: "setting-text" }, el("span", { class: "name" }, ...reportTitle(report)),
                el("span", { class: "small soft" },
                    [reasonWords[report.reason],
                        report.others.length > 0 && `${report.others.length + 1} reports`].filter(Boolean).join(" · "))),
            reportStanding(report))),
        empty: "Nothing here.",
        class: "card rows",
    });
    list.load();
    return el("div", { class: "stack" }, radios("Show", [["open", "Open"], ["resolved", "Decided"]], state, (value) => {
        state = /** @type {typeof state} */ (value);
        list.load();
    }), list.node);
}

/**
 * What a report is about.
 * @param {Wire.Report} report
 */
export function reportTitle({ commentID, roomID, person, evidence }) {
    if (roomID) return ["The room ", el("bdi", {}, evidence.roomTitle ?? "without title")];
    const username = evidence.username ?? evidence.comments[0]?.username ?? person?.username;
    return [commentID ? "A comment by " : "The member ", el("bdi", {}, username ?? "somebody who left")];
}

/**
 * By when a report is to be decided, or what was decided.
 * @param {Wire.Report} report
 */
export function reportStanding({ overdue, actBy, resolution }) {
    if (resolution) return el("span", { class: "small soft" }, resolution.actions.map((one) => decisionWords[one]).join(", "));
    const hours = Math.ceil((Date.parse(actBy) - replica.now()) / 3_600_000);
    return overdue || hours <= 0
        ? el("strong", { class: "small bad", data: { overdue: true } }, `Overdue since ${clockText(new Date(actBy))}`)
        : el("span", { class: "small figures" }, `${hours} h left`);
}
