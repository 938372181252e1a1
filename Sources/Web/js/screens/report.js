// One report: what was reported, who reported it, notes, and the decision. Nothing of it is kept on this device.
import { address, call, Problem } from "../client.js";
import { timestamp } from "../client/timestamp.js";
import { bar, el, fill, mark } from "../dom.js";
import { listed, phrase, phraseAround } from "../phrases.js";
import { ask } from "../parts/controls/dialog.js";
import { choice } from "../parts/controls/choices.js";
import { actionButton, field, form, valueOf } from "../parts/controls/form.js";
import { username } from "../parts/controls/person-line.js";
import { reasonWords } from "../parts/people/report-form.js";
import { besideSections } from "../parts/admin/sections.js";
import { pictureWords } from "../parts/pictures/comment-pictures.js";
import { capitalised, decisionWords, reportTitle, reportStanding, warningAbout } from "../parts/admin/reports.js";
import { asProblem, emptyState, failure, say, skeleton } from "../parts/controls/states.js";
import { ago, agoInWords } from "../parts/controls/time.js";
import { memberRow } from "../parts/admin/member-row.js";
import { suspensionEnd, suspensionLengths } from "../parts/admin/members.js";

/** @typedef {Wire.Report} Report */
/**
 * Decides after a question, and shows what came of it, also where somebody else was faster. Fulfilled with whether it counts.
 * @typedef {(decision: Wire.ReportDecision, action: string, text: string) => Promise<boolean>} Decide
 */

/** @type {import("../parts/frame/frame.js").Screen} */
export default function reportPage(context) {
    const page = new ReportPage(context);
    context.title(phrase("admin.report"));
    page.load();
    return page.node;
}

class ReportPage {
    body = el("div", {}, skeleton(6, () => this.load()));
    title = el("h1", {}, phrase("admin.report"));
    node = besideSections("reports", bar("/admin/reports", this.title), this.body);
    /** @type {HTMLElement | undefined} what is typed in one form stays while the other one is sent */
    decision = undefined;

    /** @param {import("../parts/frame/frame.js").Context} context */
    constructor(context) {
        this.context = context;
        this.path = { reportID: (context.params.id ?? "").toLowerCase() };
        this.note = noteForm(this.path, (report) => this.show(report));
    }

    async load() {
        const { context, path } = this;
        try {
            this.show(await call("showReport", { path, signal: context.signal }));
            context.state("ready");
        } catch (problem) {
            if (context.signal.aborted) return;
            context.state("error");
            fill(this.body, asProblem(problem).status === 404 ? emptyState(phrase("admin.report.missing"),
                el("a", { class: "button", href: "/admin/reports" }, phrase("admin.report.toReports")))
                : failure(problem, () => this.load()));
        }
        context.settled();
    }

    /**
     * @param {Report} report
     * @param {string} [said]
     */
    show(report, said) {
        const { notes, others, person, resolution } = report;
        const all = [report, ...others];
        fill(this.title, ...reportTitle(report));
        fill(this.body,
            !resolution && el("p", { class: "block" }, reportStanding(report)),
            said && el("p", { class: "block warn", role: "status" }, said),
            block(phrase("admin.report.what"), el("div", { class: "card stack" }, ...evidence(report),
                el("ul", { class: "list reporters", "aria-label": phrase("admin.report.by") }, ...all.map(reporter)))),
            person && block(phrase("admin.report.whom"), el("div", { class: "card list" },
                memberRow(person, { more: el("span", { class: "small soft" }, earlierWords(report)) }))),
            block(phrase("admin.report.decision"), resolution ? decided(resolution)
                : this.decision ??= decisionForm(report, (decision, action, text) => this.decide(decision, action, text))),
            block(phrase("admin.report.notes"),
                notes.length > 0 && el("ul", { class: "card list" }, ...notes.map(noteLine)), this.note));
    }

    /** @type {Decide} */
    async decide(decision, action, text) {
        const { body, path } = this;
        if (!await ask({ title: phrase("admin.decide.ask", { action }), action,
            text: `${text} ${phrase("admin.decide.final")}` })) return false;
        let isMine = true;
        try {
            this.show(await call("resolveReport", { path, body: decision }));
            say(phrase("admin.decided"));
        } catch (problem) {
            if (!(problem instanceof Problem) || problem.code !== "report_resolved") throw problem;
            this.show(await call("showReport", { path }), phrase("admin.decide.late"));
            // Nobody has read the words of a warning: they stand with what wasn't sent.
            isMine = false;
        }
        const outcome = body.querySelector("[data-decided]");
        if (!(outcome instanceof HTMLElement)) return isMine;
        outcome.tabIndex = -1;
        outcome.focus();
        return isMine;
    }
}

function noteForm(/** @type {{reportID: string}} */ path, /** @type {(report: Report) => void} */ show) {
    const text = field(phrase("admin.note"),
        { name: "text", input: el("textarea", { rows: 2, class: "tall", dir: "auto" }), maxLength: 1000, required: true });
    const send = async () => {
        const report = await call("addReportNote", { path, body: { text: text.input.value.trim() } });
        text.input.value = "";
        show(report);
        text.input.focus();
        say(phrase("admin.note.added"));
    };
    const action = phrase("admin.note.add");
    return form({ draft: `report-note:${path.reportID}`, fields: [text], action, weight: "minor", send });
}

/** @type {Record<"delete" | "warn" | "suspend", string>} */
const actionNames = { delete: phrase("admin.action.delete"), warn: phrase("admin.action.warn"),
    suspend: phrase("admin.action.suspend") };

/** What can be done about a report. Warning and suspending have a field of their own. */
function decisionForm(/** @type {Report} */ report, /** @type {Decide} */ decide) {
    const { commentID, id, person, roomID } = report;
    const area = el("textarea", { rows: 4, class: "tall", dir: "auto", value: warningAbout(report) });
    const text = field(phrase("admin.warning"),
        { name: "text", input: area, maxLength: 500, hint: phrase("admin.warning.hint") });
    const until = field(phrase("admin.suspension.length"), { name: "until", input: el("select", {},
        ...suspensionLengths.map(([days, label]) => el("option", { value: days }, label))) });
    const thing = commentID ? "comment" : "room";
    const name = person?.username ?? "";
    const boxes = {
        delete: commentID || roomID ? choice("checkbox", phrase("admin.decide.delete", { thing }),
            { value: "delete", onchange: follow }) : undefined,
        warn: person && choice("checkbox", phraseAround("admin.decide.warn", { person: username(person) }),
            { value: "warn", onchange: follow }),
        suspend: person && choice("checkbox", phraseAround("admin.decide.suspend", { person: username(person) }),
            { value: "suspend", onchange: follow }),
    };
    const fault = el("p", { class: "fault", role: "alert" });
    const chosen = (/** @type {keyof typeof boxes} */ key) => boxes[key]?.input.checked ?? false;
    const chosenActions = () => /** @type {const} */ (["delete", "warn", "suspend"]).filter(chosen);
    /** What the button says, such as "Delete and warn". */
    const actionWords = () => capitalised(listed(chosenActions().map((one) => actionNames[one]))) || phrase("admin.decide");
    const send = async () => {
        const actions = chosenActions();
        fill(fault, actions.length === 0 && phrase("admin.decide.nothing"));
        if (actions.length === 0) {
            // On a phone the button is in view before the choices are.
            choices.querySelector("input")?.focus();
            return false;
        }
        const words = { delete: phrase("admin.consequence.delete", { thing }), warn: phrase("admin.consequence.warn", { name }),
            suspend: phrase("admin.consequence.suspend", { name }) };
        return decide({ actions, ...(chosen("warn") && { text: valueOf(text) }),
            ...(chosen("suspend") && { until: suspensionEnd(until.input.value) }) },
        actionWords(), phrase("admin.consequence", { what: listed(actions.map((one) => words[one])) }));
    };
    const choices = el("fieldset", { class: "choices" },
        el("legend", { class: "unseen" }, phrase("admin.decide.what")), boxes.delete?.node, boxes.warn?.node, text.node,
        boxes.suspend?.node, until.node, fault);
    const node = form({ draft: `report-decision:${id}`, fields: [], extra: [choices], action: phrase("admin.decide"), send });
    const button = node.querySelector("[type=submit]");
    node.querySelector(".form-actions")?.append(actionButton(phrase("admin.dismiss"), async () => void await decide(
        { actions: ["dismiss"] }, phrase("admin.dismiss"), phrase("admin.dismiss.about"))));
    node.addEventListener("input", () => fill(fault));
    /** The main action is there once something is chosen. */
    function follow() {
        text.node.hidden = !chosen("warn");
        until.node.hidden = !chosen("suspend");
        if (!button) return;
        mark(button, "aria-disabled", chosenActions().length === 0 ? "true" : undefined);
        fill(button, actionWords());
    }
    follow();
    return el("div", { class: "card decision" }, node);
}

/** @param {Report["others"][number]} one */
function reporter({ createdAt, note, reason, reporter: by }) {
    const who = phraseAround("admin.report.reporter", { who: by ? "person" : "nobody", person: username(by) });
    return el("li", {}, el("div", { class: "setting-text" },
        el("span", { class: "small" }, el("strong", {}, reasonWords[reason]), " · ", ...who, " · ",
            agoInWords(createdAt)),
        note && el("p", { class: "comment-text", dir: "auto" }, note)));
}

/** @param {Report["notes"][number]} note */
const noteLine = ({ author, createdAt, text }) => el("li", { class: "setting" }, el("div", { class: "setting-text" },
    el("span", { class: "small soft" }, username(author), " · ", ago(createdAt)),
    el("p", { class: "comment-text", dir: "auto" }, text)));

/** @param {Report} report */
const earlierWords = ({ earlier: { reports, upheld } }) => phrase("admin.report.earlier", { count: reports, upheld });

/**
 * @param {string} title
 * @param {...import("../dom.js").Parts} parts
 */
const block = (title, ...parts) => el("section", { class: "block", "aria-label": title }, el("h2", {}, title), ...parts);

/** @param {Report} report */
function evidence({ evidence: { comments, roomTitle, username: reported }, commentID, roomID }) {
    return [
        roomTitle && el("p", {}, ...phraseAround("admin.report.title", { title: el("bdi", {}, roomTitle) })),
        reported && !commentID && el("p", {}, ...phraseAround("admin.report.username", { username: el("bdi", {}, reported) })),
        ...comments.map((one) => el("article", { data: { evidence: one.id } },
            el("p", { class: "small soft" }, username(one.username === undefined ? undefined : { username: one.username }),
                ` · ${one.seconds === 0 ? phrase("admin.report.noTime") : timestamp(one.seconds)} · `, ago(one.createdAt),
                one.editedAt && ` · ${phrase("admin.report.edited")}`),
            one.quote && el("blockquote", { class: "quote", dir: "auto" }, one.quote),
            one.content !== "" && el("p", { class: "comment-text", dir: "auto" }, one.content ?? phrase("admin.report.erased")),
            reportedPictures(one.pictures))),
        comments.length === 0 && !roomTitle && !reported
            && el("p", { class: "soft" }, phrase(roomID ? "admin.report.titleErased" : "admin.report.erased")),
    ];
}

/**
 * The pictures as links, each with the words of its author: nobody has to look at one that is as bad as the report says.
 * @param {readonly Wire.AttachedPicture[]} [pictures]
 */
const reportedPictures = (pictures = []) => pictures.length > 0 && el("ul", {}, ...pictures.map((one) => el("li", {},
    el("a", { href: address("showFile", { fileID: one.id }), download: "", dir: "auto" }, pictureWords(one, pictures)))));

/** @param {Wire.ReportResolution} resolution */
function decided({ actions, text, by, at }) {
    const words = actions.includes("gone") ? phrase("admin.decided.goneBefore")
        : capitalised(listed(actions.map((one) => decisionWords[one])));
    return el("div", { class: "card stack-tight", data: { decided: actions.join(" ") } },
        el("p", {}, ...phraseAround("admin.decided.how", { what: el("strong", {}, words), who: by ? "person" : "nobody",
            person: username(by), ago: agoInWords(at) })),
        text && el("p", { class: "comment-text", dir: "auto" }, text));
}
