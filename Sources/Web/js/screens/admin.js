// Administration: reports, members, invites, filtered words, feedback, the audit, bots and the community itself. Nothing of it is
// kept on this device.
import { call, replica } from "../client.js";
import { bar, el, fill } from "../dom.js";
import { phrase } from "../phrases.js";
import { auditList } from "../parts/admin/audit.js";
import { communityPage } from "../parts/admin/community.js";
import { everybodysInvites } from "../parts/admin/everybodys-invites.js";
import { radios } from "../parts/controls/choices.js";
import { actionButton, field, form } from "../parts/controls/form.js";
import { memberList } from "../parts/admin/members.js";
import { laterPart, loadedPlace } from "../parts/controls/loaded-place.js";
import { pagedList } from "../parts/controls/paged-list.js";
import { disc } from "../parts/controls/person.js";
import { username } from "../parts/controls/person-line.js";
import { reportList } from "../parts/admin/reports.js";
import { besideSections, sectionList, sections } from "../parts/admin/sections.js";
import { say } from "../parts/controls/states.js";
import { ago } from "../parts/controls/time.js";

/** @type {Record<string, () => HTMLElement>} */
const contents = { reports: reportList, members: memberList, invites: everybodysInvites, filter, feedback, audit: auditList,
    bots: () => laterPart(() => import("../parts/admin/bots.js"), ({ botList }) => botList()),
    community: () => communityPage(async () => (await import("./join.js")).invitePictures(replica.me())) };

/** @type {import("../parts/frame/frame.js").Screen} */
export default function admin(context) {
    const { section } = context.params;
    const phone = matchMedia("(width < 600px)");
    const node = el("div", {});
    const show = () => {
        const isList = section === undefined && phone.matches;
        const chosen = /** @type {keyof typeof sections} */ (section ?? "reports");
        const title = isList ? phrase("admin.title") : sections[chosen][0];
        context.title(title);
        const head = bar(section !== undefined && phone.matches ? "/admin" : "/settings", el("h1", {}, title));
        fill(node, isList ? [head, sectionList()]
            : besideSections(chosen, head, contents[chosen]()));
    };
    // The page of a phone that is turned is a wide one.
    phone.addEventListener("change", show, { signal: context.signal });
    show();
    context.state("ready");
    context.settled();
    return node;
}

/** Words that nobody may write, or that are reported. The form replaces all of them, so it opens with the current ones. */
function filter() {
    return loadedPlace(() => call("showFilter"), filterForm);
}

/** @param {Wire.WordFilter} current */
function filterForm({ words, action }) {
    const area = el("textarea", { rows: 10, value: words.join("\n"), dir: "auto", class: "tall" });
    const list = field(phrase("admin.filter.words"), { name: "words", input: area, hint: phrase("admin.filter.hint") });
    return el("div", { class: "card" }, form({
        draft: "filter",
        fields: [list],
        extra: radios(phrase("admin.filter.action"),
            [["refuse", phrase("admin.filter.refuse")], ["report", phrase("admin.filter.report")]], action,
            (value) => { action = /** @type {Wire.FilterAction} */ (value); }),
        action: phrase("admin.save"),
        send: async () => {
            const saved = await call("changeFilter",
                { body: { action, words: area.value.split("\n").map((word) => word.trim()).filter(Boolean) } });
            area.value = saved.words.join("\n");
            say(phrase("admin.saved"));
        },
    }));
}

const states = /** @type {const} */ ([["created", phrase("admin.feedback.new")], ["solving", phrase("admin.feedback.inWork")],
    ["resolved", phrase("admin.feedback.done")]]);
const verbs = { created: phrase("admin.feedback.markNew"), solving: phrase("admin.feedback.take"),
    resolved: phrase("admin.feedback.markDone") };

function feedback() {
    let state = "";
    const list = pagedList({
        page: (after) => call("listFeedback",
            { query: { limit: 50, ...(state && { state: /** @type {Wire.FeedbackState} */ (state) }),
                ...(after && { after }) } }),
        line: feedbackLine, empty: phrase("admin.nothing"), class: "card list",
    });
    list.load();
    return el("div", { class: "stack" }, el("div", { class: "segmented" },
        radios(phrase("admin.show"), [["", phrase("admin.feedback.all")], ...states], state, (value) => {
            state = value;
            list.load();
        })), list.node);
}

/**
 * What somebody wrote from: "web client 3fa9c1".
 * @param {string} context
 */
function contextWords(context) {
    const [, version] = /^web ?(.*)$/.exec(context) ?? [];
    return version === undefined ? context : phrase("admin.feedback.from", { version }).trim();
}

/** @param {Wire.Feedback} first */
function feedbackLine(first) {
    const node = el("li", { data: { feedback: first.id } });
    /** @param {Wire.Feedback} feedback */
    function showFeedback({ id, author, text, context, state, createdAt }) {
        fill(node, el("div", { class: "about-row" }, disc(author, { large: true }), el("div", { class: "setting-text" },
            el("span", { class: "with-chip" }, username(author), " ",
                el("span", { class: "role" }, states.find(([key]) => key === state)?.[1])),
            el("p", { class: "comment-text", dir: "auto" }, text),
            el("span", { class: "small soft" }, ago(createdAt), context && ` · ${contextWords(context)}`)),
        el("div", { class: "line" },
            ...states.filter(([key]) => key !== state).map(([key]) => actionButton(verbs[key], async () => {
            showFeedback(await call("changeFeedback", { path: { feedbackID: id }, body: { state: key } }));
            node.querySelector("button")?.focus();
            return phrase("admin.saved");
        })))));
    }
    showFeedback(first);
    return node;
}
