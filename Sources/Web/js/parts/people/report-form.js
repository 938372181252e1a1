// The form that reports a comment, a person or a room to those who run the community.
import { call, session } from "../../client.js";
import { timestamp } from "../../client/timestamp.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { sheet } from "../controls/dialog.js";
import { choice } from "../controls/choices.js";
import { field, form, valueOf } from "../controls/form.js";
import { KeptID } from "../controls/kept-id.js";
import { name } from "../controls/person.js";
import { say } from "../controls/states.js";

/** @typedef {{commentID?: string, userID?: string, roomID?: string}} Thing */

/** @type {Record<Wire.ReportReason, string>} */
export const reasonWords = { spam: phrase("people.reason.spam"), harassment: phrase("people.reason.harassment"),
    spoiler: phrase("people.reason.spoiler"), illegal: phrase("people.reason.illegal"), other: phrase("people.reason.other") };

/** The maximum number of comments that a report names as evidence, and of those that the form offers. */
const [limit, most] = [10, 50];

/**
 * Opens the form that reports a comment, a person or a room.
 * @param {Thing} thing exactly one of its ids is set
 * @param {string} named what the title calls it
 * @param {HTMLElement} opener
 * @param {{comments?: readonly import("../../types/app.js").ShownComment[], inRoom?: string}} around what the reporter may name
 *     as evidence, and the room of a comment that is reported
 */
export function reportForm(thing, named, opener, { comments = [], inRoom = "" } = {}) {
    const id = new KeptID();
    const options = [["", phrase("people.reason.choose")], ...Object.entries(reasonWords)]
        .map(([value, label]) => el("option", { value }, label));
    const reason = field(phrase("people.reason"), { name: "reason", input: el("select", {}, ...options), required: true });
    const note = field(phrase("people.report.note"),
        { name: "note", input: el("textarea", { rows: 3, class: "tall", dir: "auto" }), maxLength: 1000,
            hint: phrase("people.report.noteHint") });
    const newest = comments.filter((one) => one.state === "sent" && !one.mine).sort((one, other) => other.number - one.number)
        .slice(0, most);
    const boxes = newest.map((one) => ({ id: one.id, ...evidence(one, follow) }));
    const chosen = () => boxes.filter((one) => one.input.checked);
    function follow() {
        const isFull = chosen().length >= limit;
        for (const { input } of boxes) input.disabled = isFull && !input.checked;
    }
    const community = session.keptTenant()?.name;
    const seen = phrase("people.report.seen", { thing: thing.commentID ? "comment" : thing.roomID ? "room" : "person",
        with: boxes.length > 0 ? "comments" : "nothing", known: community ? "yes" : "no", community: community ?? "" });
    const body = el("div", { class: "stack" },
        el("p", { class: "small" }, seen),
        form({
            draft: thing.commentID ? `report-comment:${inRoom}/${thing.commentID}`
                : thing.roomID ? `report-room:${thing.roomID}` : `report:${thing.userID}`,
            id,
            fields: [reason, note],
            extra: boxes.length > 0 && el("details", { class: "more-fields" }, el("summary", { class: "small" },
                phrase("people.report.add")), el("fieldset", { class: "choices" },
                el("legend", {}, phrase("people.report.evidence")),
                    el("p", { class: "hint" }, phrase("people.report.evidenceHint", { limit })),
                el("div", { class: "stack-tight" }, ...boxes.map(({ node }) => node)))),
            action: phrase("people.report.send"),
            send: async (arrived) => {
                await call("createReport",
                    { body: { id: id.value, ...thing, reason: /** @type {Wire.ReportReason} */ (reason.input.value),
                        note: valueOf(note), commentIDs: chosen().map((one) => one.id) } });
                await arrived();
                fill(body, el("p", { role: "status" }, phrase("people.report.thanks")));
                say(phrase("people.reported"));
            },
            explain: (problem) => problem.faults.commentIDs ? phrase("people.report.commentGone")
                : problem.status === 404 ? phrase("people.report.gone") : undefined,
        }));
    sheet(phrase("people.report.title", { thing: named }), body, { opener });
    reason.input.focus();
}

/**
 * @param {import("../../types/app.js").ShownComment} comment
 * @param {() => void} onchange
 */
function evidence({ id, author, seconds, content }, onchange) {
    return choice("checkbox", el("span", { class: "setting-text" },
        el("span", { class: "small soft" }, name(author), " · ",
            seconds === 0 ? phrase("people.report.noTime") : timestamp(seconds)),
            el("span", { class: "clamp", dir: "auto" }, content || phrase("people.report.picture"))), { value: id, onchange });
}
