// The form that reports a comment, a person or a room to those who run the community.
import { call, session } from "../../client.js";
import { timestamp } from "../../client/timestamp.js";
import { el, fill } from "../../dom.js";
import { sheet } from "../controls/dialog.js";
import { choice, field, form, valueOf } from "../controls/form.js";
import { KeptID } from "../controls/kept-id.js";
import { name } from "../controls/person.js";
import { say } from "../controls/states.js";

/** @typedef {{commentID?: string, userID?: string, roomID?: string}} Thing */

/** @type {Record<Wire.ReportReason, string>} */
export const reasonWords = { spam: "Spam", harassment: "Harassment", spoiler: "Spoiler", illegal: "Something illegal",
    other: "Something else" };

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
    const options = [["", "Choose one"], ...Object.entries(reasonWords)].map(([value, label]) => el("option", { value }, label));
    const reason = field("Reason", { name: "reason", input: el("select", {}, ...options), required: true });
    const note = field("Note",
        { name: "note", input: el("textarea", { rows: 3, class: "tall", dir: "auto" }), maxLength: 1000,
            hint: "What helps to decide. It may stay empty." });
    const newest = comments.filter((one) => one.state === "sent" && !one.mine).sort((one, other) => other.number - one.number)
        .slice(0, most);
    const boxes = newest.map((one) => ({ id: one.id, ...evidence(one, follow) }));
    const chosen = () => boxes.filter((one) => one.input.checked);
    function follow() {
        const isFull = chosen().length >= limit;
        for (const { input } of boxes) input.disabled = isFull && !input.checked;
    }
    const also = boxes.length > 0 && "the comments that you choose";
    const seen = thing.commentID ? "this comment as it is now, and nothing around it"
        : thing.roomID ? `the room’s title, ${also || "and nothing of what is written in it"}`
            : also ? `the username, ${also}` : "the username";
    const body = el("div", { class: "stack" },
        el("p", { class: "small" },
            `The admins and owners of ${session.keptTenant()?.name ?? "this community"} see ${seen}, and that you reported it. `
                + "Nobody else learns of it."),
        form({
            draft: thing.commentID ? `report-comment:${inRoom}/${thing.commentID}`
                : thing.roomID ? `report-room:${thing.roomID}` : `report:${thing.userID}`,
            id,
            fields: [reason, note],
            extra: boxes.length > 0 && el("details", { class: "more-fields" }, el("summary", { class: "small" }, "Add comments"),
                el("fieldset", { class: "choices" },
                el("legend", {}, "Comments as evidence"),
                    el("p", { class: "hint" }, `Up to ${limit}, as they are now. Nothing around them is shown.`),
                el("div", { class: "stack-tight" }, ...boxes.map(({ node }) => node)))),
            action: "Send report",
            send: async (arrived) => {
                await call("createReport",
                    { body: { id: id.value, ...thing, reason: /** @type {Wire.ReportReason} */ (reason.input.value),
                        note: valueOf(note), commentIDs: chosen().map((one) => one.id) } });
                await arrived();
                fill(body, el("p", { role: "status" },
                    "Thank you. An admin decides within a day. You won’t be told what they decide."));
                say("Reported.");
            },
            explain: (problem) => problem.faults.commentIDs ? "A comment that you chose is gone."
                : problem.status === 404 ? "It is gone, or you no longer see it." : undefined,
        }));
    sheet(`Report ${named}`, body, { opener });
    reason.input.focus();
}

/**
 * @param {import("../../types/app.js").ShownComment} comment
 * @param {() => void} onchange
 */
function evidence({ id, author, seconds, content }, onchange) {
    return choice("checkbox", el("span", { class: "setting-text" },
        el("span", { class: "small soft" }, name(author), ` · ${seconds === 0 ? "without a time" : timestamp(seconds)}`),
            el("span", { class: "clamp", dir: "auto" }, content || "A picture")), { value: id, onchange });
}
