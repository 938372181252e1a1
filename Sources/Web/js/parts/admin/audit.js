// The audit of the community, for those who run it. Nothing of it is kept on this device.
import { call } from "../../client.js";
import { el, icon } from "../../dom.js";
import { guests } from "./everybodys-invites.js";
import { field } from "../controls/form.js";
import { pagedList } from "../controls/paged-list.js";
import { username } from "../controls/person-line.js";
import { decisionWords, reportTitle } from "./reports.js";
import { dayText, hourText } from "../controls/time.js";

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
        "invite.created": "Invite made", "invite.withdrawn": "Invite withdrawn", "access_key.created": "Program connected",
            "access_key.deleted": "Program disconnected",
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
    const names = new ThingNames();
    const list = pagedList({
        page: async (after) => {
            if (after === undefined) day = "";
            const found = await call("listAudit",
                { query: { limit: 50, ...(select.value && { event: select.value }), ...(after && { after }) } });
            await names.read(found.items);
            return found;
        },
        line: (/** @type {Wire.AuditEntry} */ entry) => {
            const before = day;
            day = dayText(new Date(entry.at));
            return line(entry, { name: names.of(entry), day: day !== before && day });
        },
        empty: "Nothing here.", class: "card list settings",
    });
    select.addEventListener("change", () => list.load());
    list.load();
    event.node.classList.add("narrow-field");
    return el("div", { class: "stack" }, event.node,
        el("p", { class: "small soft" }, "Log-ins, log-outs and wrong passwords are not in this list."), list.node);
}

/** What the things are called that entries are about. The audit itself has their ids alone (rule 20.32). */
export class ThingNames {
    /**
     * By the beginning of an event's name, what lists such things, as pairs of an id and what makes the name for a line.
     * @type {Record<string, () => Promise<[id: string, name: () => import("../../dom.js").Parts][]>>}
     */
    lists = {
        invite: async () => (await call("listInvites", { query: { all: true, limit: 100 } })).items
            .map((invite) => [invite.id, () => invite.note ? el("bdi", {}, invite.note) : guests(invite)]),
        report: async () => (await Promise.all((/** @type {const} */ (["open", "resolved"])).map((state) =>
            call("listReports", { query: { state, limit: 100 } })))).flatMap(({ items }) => items)
            .map((report) => [report.id, () => reportTitle(report)]),
    };
    /** @type {Map<string, () => import("../../dom.js").Parts>} */
    known = new Map();
    /**
     * The kinds that were read, each once.
     * @type {Map<string, Promise<unknown>>}
     */
    reading = new Map();

    /**
     * Reads what is needed to name the things of these entries. Without it they stay without names.
     * @param {readonly Wire.AuditEntry[]} entries
     */
    async read(entries) {
        const kinds = new Set(entries.map(({ event }) => kindOf(event)).filter((kind) => kind in this.lists));
        await Promise.all([...kinds].map((kind) => {
            const found = this.reading.get(kind) ?? this.lists[kind]?.().then((names) => {
                for (const [id, name] of names) this.known.set(id, name);
            }).catch(() => this.reading.delete(kind));
            if (found) this.reading.set(kind, found);
            return found;
        }));
    }

    /** @param {Wire.AuditEntry} entry */
    of({ subjectID }) {
        return subjectID && this.known.get(subjectID)?.();
    }
}

const kindOf = (/** @type {string} */ event) => event.split(".")[0] ?? "";

/** The kinds of events that are about a person, also after their account is deleted. */
const aboutPeople = new Set(["user", "role", "student", "password", "password_link", "play", "class"]);

/**
 * An entry: what happened to whom or what, and who did it.
 * @param {Wire.AuditEntry} entry
 * @param {{name: import("../../dom.js").Parts, day: string | false}} more what its thing is called, and the heading of a new day
 */
export function line({ id, at, event, actor, by, subjectID, about, detail }, { name, day }) {
    const isReport = event.startsWith("report.") && subjectID;
    const thing = about ? username(about) : name || (subjectID && aboutPeople.has(kindOf(event)) && username(undefined));
    // A detail that is an id says nothing to people.
    const word = detail && detail.length < 36
        && ((isReport && decisionWords[/** @type {Wire.ReportAction} */ (detail)]) || detail.replaceAll("_", " "));
    const row = el(isReport ? "a" : "div",
        isReport ? { class: "go", href: `/admin/reports/${subjectID}` } : { class: "setting" });
    row.append(el("div", { class: "setting-text" }, el("span", {}, el("span", { class: "name" }, labels[event] ?? event),
        thing && [": ", thing].flat(), word && [" ", el("span", { class: "role" }, word)]),
    el("span", { class: "small soft" }, "by ",
        actor === "user" ? username(by) : actor === "operator" ? "an operator" : "no member", " · ",
    el("time", { datetime: at }, hourText(new Date(at))))));
    if (isReport) row.append(icon("next"));
    return el("li", { data: { audit: id } }, day && el("h2", { class: "day" }, day), row);
}
