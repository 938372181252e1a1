// The audit of the community, for those who run it. Nothing of it is kept on this device.
import { call } from "../../client.js";
import { el, icon } from "../../dom.js";
import { isKey, phrase, phraseAround } from "../../phrases.js";
import { field } from "../controls/form.js";
import { pagedList } from "../controls/paged-list.js";
import { username } from "../controls/person-line.js";
import { decisionWords, reportTitle } from "./reports.js";
import { dayText, hourText } from "../controls/time.js";

/** The events by what they concern. A newer server may have others, which are shown by their names. */
const groups = [
    { label: phrase("admin.events.members"), events: [
        "user.signed_up", "user.created", "role.changed", "user.suspended", "user.resumed", "user.deleted", "email.changed",
        "email.verified", "email.restored", "password.changed", "password_link.made", "password_link.used",
        "password_link.ended", "passkey.added", "passkey.removed", "passkey.ended"] },
    { label: phrase("admin.events.invites"), events: [
        "invite.created", "invite.withdrawn", "access_key.created", "access_key.deleted", "bot.created", "bot.changed",
        "bot.deleted"] },
    { label: phrase("admin.events.moderation"), events: [
        "report.made", "report.noted", "report.resolved", "tenant.filter_changed"] },
    { label: phrase("admin.events.class"), events: [
        "student.added", "student.removed", "task.deleted", "class.handed_over"] },
    { label: phrase("admin.events.play"), events: [
        "play.struck", "tenant.play_changed"] },
    { label: phrase("admin.events.community"), events: [
        "tenant.created", "tenant.renamed", "tenant.suspended", "tenant.resumed", "tenant.exported", "tenant.imported",
        "tenant.features_changed", "tenant.signup_changed", "tenant.limits_changed", "tenant.contact_changed",
        "tenant.password_links_changed", "tenant.apps_changed", "tenant.description_changed", "tenant.picture_changed",
        "key.set", "key.removed", "key.master_rotated"] },
];

/**
 * What an event is called.
 * @param {string} event
 */
function eventName(event) {
    const key = `admin.event.${event}`;
    return isKey(key) ? phrase(key) : event;
}

/**
 * What the word is called that an event has.
 * @param {string} detail
 */
function detailName(detail) {
    const key = `admin.detail.${detail}`;
    return isKey(key) ? phrase(key) : detail.replaceAll("_", " ");
}

/** The community's audit, a page at a time. */
export function auditList() {
    const select = el("select", {}, el("option", { value: "" }, phrase("admin.events.all")),
        ...groups.map(({ label, events }) => el("optgroup", { label },
            ...events.map((value) => el("option", { value }, eventName(value))))));
    const event = field(phrase("admin.events.field"), { name: "event", input: select });
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
        empty: phrase("admin.nothing"), class: "card list settings",
    });
    select.addEventListener("change", () => list.load());
    list.load();
    event.node.classList.add("narrow-field");
    return el("div", { class: "stack" }, event.node,
        el("p", { class: "small soft" }, phrase("admin.events.without")), list.node);
}

/** What the things are called that entries are about. The audit itself has their ids alone (rule 20.32). */
export class ThingNames {
    /**
     * By the beginning of an event's name, what lists such things, as pairs of an id and what makes the name for a line.
     * @type {Record<string, () => Promise<[id: string, name: () => import("../../dom.js").Parts][]>>}
     */
    lists = {
        invite: async () => (await call("listInvites", { query: { all: true, limit: 100 } })).items
            .flatMap(({ id, note }) => note ? [[id, () => el("bdi", {}, note)]] : []),
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
        && ((isReport && decisionWords[/** @type {Wire.ReportAction} */ (detail)]) || detailName(detail));
    const row = el(isReport ? "a" : "div",
        isReport ? { class: "go", href: `/admin/reports/${subjectID}` } : { class: "setting" });
    row.append(el("div", { class: "setting-text" }, el("span", {}, el("span", { class: "name" }, eventName(event)),
        thing && [": ", thing].flat(), word && [" ", el("span", { class: "role" }, word)]),
    el("span", { class: "small soft" }, ...phraseAround("admin.by",
        { who: actor === "user" ? "person" : actor === "operator" ? "operator" : "nobody", person: username(by) }), " · ",
    el("time", { datetime: at }, hourText(new Date(at))))));
    if (isReport) row.append(icon("next"));
    return el("li", { data: { audit: id } }, day && el("h2", { class: "day" }, day), row);
}
