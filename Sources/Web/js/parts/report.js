// The form that reports a comment, a person or a room to those who run the community.
import { call } from "../api.js";
import { el, fill } from "../dom.js";
import * as session from "../session.js";
import { sheet } from "./dialog.js";
import { field, form, value } from "./form.js";
import { say } from "./states.js";

/** @typedef {{commentID?: string, userID?: string, roomID?: string}} Thing */

/** @type {Record<Wire.ReportReason, string>} */
export const reasons = { spam: "Spam", harassment: "Harassment", spoiler: "Spoiler", illegal: "Something illegal", other: "Something else" };

/**
 * @param {Thing} thing exactly one of its ids is set
 * @param {string} named what the title calls it
 * @param {HTMLElement} opener
 */
export function report(thing, named, opener) {
    const id = crypto.randomUUID();
    const options = [["", "Choose one"], ...Object.entries(reasons)].map(([value, label]) => el("option", { value }, label));
    const reason = field("Reason", { name: "reason", input: el("select", {}, ...options), required: true });
    const note = field("Note", { name: "note", input: el("textarea", { rows: 3, class: "tall", dir: "auto" }), maxLength: 1000, hint: "What helps to decide. It may stay empty." });
    const seen = thing.commentID ? "this comment as it is now, and nothing around it" : thing.roomID ? "the room’s title, and nothing of what is written in it" : "the username";
    const body = el("div", { class: "stack" },
        el("p", { class: "small" }, `The admins and owners of ${session.keptTenant()?.name ?? "this community"} see ${seen}, and that you reported it. Nobody else learns of it.`),
        form({
            fields: [reason, note],
            action: "Send report",
            send: async () => {
                await call("createReport", { body: { id, ...thing, reason: /** @type {Wire.ReportReason} */ (reason.input.value), note: value(note) } });
                fill(body, el("p", { role: "status" }, "Thank you. An admin decides within a day. You won’t be told what they decide."));
                say("Reported.");
            },
            explain: (problem) => problem.status === 404 ? "It is gone, or you no longer see it." : undefined,
        }));
    sheet(`Report ${named}`, body, { opener });
    reason.input.focus();
}
