// The audit of the community, for those who run it. Nothing of it is kept on this device.
import { call } from "../../client.js";
import { el, icon } from "../../dom.js";
import { field } from "../controls/form.js";
import { pagedList } from "../controls/paged-list.js";
import { username } from "../controls/person-line.js";
import { decisionWords } from "./reports.js";
import { agoInWords, dayText } from "../controls/time.js";

/** The events by what they concern, each with its words. A newer server may have others, which are shown by their names. */
const groups = /** @type {Record<string, Record<string, string>>} */ ({
    Members: {
        "user.signed_up": "Signed up", "user.created": "Account created", "role.changed": "Role changed",
            "user.suspended": "Suspended",
        "user.resumed": "Suspension lifted", "user.deleted": "Account deleted", "email.changed": "E-mail address changed",
            "email.verified": "E-mail address confirmed", "email.restored": "Earlier e-mail address restored",
            "password.changed": "Password changed", "password_link.made": "Link to a new password made",
        "password_link.used": "Password set by a link", "password_link.ended": "Link to a new password ended",
        "passkey.added": "Passkey added", "passkey.removed": "Passkey removed", "passkey.ended": "Passkey ended",
    },
    "Invites, keys and bots": {
        "invite.created": "Invite made", "invite.withdrawn": "Invite withdrawn", "access_key.created": "Key made",
            "access_key.deleted": "Key deleted",
        "bot.created": "Bot made", "bot.changed": "Bot changed", "bot.deleted": "Bot deleted",
    },
    Moderation: {
        "report.made": "Report made", "report.noted": "Note on a report", "report.resolved": "Report decided",
            "tenant.filter_changed": "Blocked words changed",
    },
    Class: { "student.added": "Student added", "student.removed": "Student removed", "task.deleted": "Task deleted",
        "class.handed_over": "Class handed over" },
    Play: { "play.struck": "Play struck", "tenant.play_changed": "Play settings changed" },
    Community: {
        "tenant.created": "Community created", "tenant.renamed": "Community renamed", "tenant.suspended": "Community suspended",
            "tenant.resumed": "Community resumed",
        "tenant.exported": "Community exported", "tenant.imported": "Community imported",
            "tenant.features_changed": "Features changed",
        "tenant.signup_changed": "Sign-up changed", "tenant.limits_changed": "Limits changed",
            "tenant.contact_changed": "Contact changed", "tenant.password_links_changed": "Makers of password links changed",
        "tenant.apps_changed": "Apps changed", "tenant.description_changed": "Description changed",
            "tenant.picture_changed": "Picture changed",
        "key.set": "Push key set", "key.removed": "Push key removed", "key.master_rotated": "Master key rotated",
    },
});

/** @type {Record<string, string>} */
const labels = Object.assign({}, ...Object.values(groups));

/** The community's audit, a page at a time. */
export function auditList() {
    const select = el("select", {}, el("option", { value: "" }, "All events"), ...Object.entries(groups).map(([label, events]) =>
        el("optgroup", { label }, ...Object.entries(events).map(([value, words]) => el("option", { value }, words)))));
    const event = field("Event", { name: "event", input: select });
    let day = "";
    const list = pagedList({
        page: (after) => {
            if (after === undefined) day = "";
            return call("listAudit",
                { query: { limit: 50, ...(select.value && { event: select.value }), ...(after && { after }) } });
        },
        line: (/** @type {Wire.AuditEntry} */ entry) => {
            const before = day;
            day = dayText(new Date(entry.at));
            return line(entry, day !== before && day);
        },
        empty: "Nothing here.", class: "card list settings",
    });
    select.addEventListener("change", () => list.load());
    list.load();
    return el("div", { class: "stack" }, event.node,
        el("p", { class: "small soft" }, "Log-ins, log-outs and wrong passwords are not in this list."), list.node);
}

/**
 * @param {Wire.AuditEntry} entry
 * @param {string | false} day the heading of a new day
 */
function line({ id, at, event, actor, by, subjectID, about, detail }, day) {
    const words = labels[event] ?? event;
    const isReport = event.startsWith("report.") && subjectID;
    const concerns = about ? username(about)
        : subjectID && /^(user|role|student|password|password_link|play|class)\./.test(event) && username(undefined);
    const row = el(isReport ? "a" : "div",
        isReport ? { class: "go", href: `/admin/reports/${subjectID}` } : { class: "setting" });
    row.append(el("div", { class: "setting-text" }, el("span", {}, el("span", { class: "name" }, words),
            // A detail that is an id says nothing to people.
            detail && detail.length < 36
                && `: ${(isReport && decisionWords[/** @type {Wire.ReportAction} */ (detail)]) || detail.replaceAll("_", " ")}`),
        el("span", { class: "small soft" }, "by ",
            actor === "user" ? username(by) : actor === "operator" ? "an operator" : "no member",
            concerns && [" · about ", concerns], " · ", agoInWords(at))));
    if (isReport) row.append(icon("next"));
    return el("li", { data: { audit: id } }, day && el("h2", { class: "day" }, day), row);
}
