// Parts that stand alone, each in all its states: by module of js/parts, and by what the state is called.
import { el, icon } from "../js/dom.js";
import { replica } from "../js/client.js";
import { choice, radios } from "../js/parts/controls/choices.js";
import { actionButton, field, form } from "../js/parts/controls/form.js";
import { personLine } from "../js/parts/controls/person-line.js";
import { disc, discs } from "../js/parts/controls/person.js";
import { ask, sheet } from "../js/parts/controls/dialog.js";
import { openMenu } from "../js/parts/controls/menu.js";
import { undoable } from "../js/parts/controls/undo.js";
import { arrive, fly, moving, refuse } from "../js/parts/controls/motion.js";
import { busy, emptyState, failure, skeleton } from "../js/parts/controls/states.js";
import { textParts } from "../js/parts/controls/text.js";
import { ago, dateText, onDayText } from "../js/parts/controls/time.js";
import { sign } from "../js/parts/controls/signs.js";
import { commentArticle } from "../js/parts/room/comment.js";
import { TimeChip } from "../js/parts/room/time-chip.js";
import { WatchPanel } from "../js/parts/room/watch-panel.js";
import { roomRow } from "../js/parts/watch/room-line.js";
import { poster } from "../js/parts/watch/room-row.js";
import { linkToSend } from "../js/parts/people/link-to-send.js";
import { signUpForm } from "../js/parts/account/sign-up.js";
import { communityForm } from "../js/parts/account/founding.js";
import { noticeBars } from "../js/parts/frame/bars.js";
import { showOwnNotices } from "../js/parts/frame/own-notices.js";
import { roomList } from "../js/parts/watch/room-list.js";
import { MissingRoom } from "../js/parts/room/missing-room.js";
import { refusal } from "../js/parts/not-sent/refusal.js";
import { cube } from "../js/parts/play/cube.js";
import { dayBars } from "../js/parts/play/day-bars.js";
import { previewPart } from "../js/parts/connections/history-preview.js";
import { outcomePart, progressPart } from "../js/parts/connections/history-progress.js";
import { HistoryRun } from "../js/parts/connections/history-run.js";
import { shownOnce } from "../js/parts/connections/shown-once.js";

/** @typedef {Record<string, () => Node | Promise<Node>>} States */

const ada = { id: "0", username: "ada", identityColor: "#d1495b" };
const longName = { id: "1", username: "Donaudampfschifffahrtsgesellschaft", identityColor: "#2a7de1" };
const arabic = { id: "2", username: "ليلى", identityColor: "#edae49" };
const all = [ada, longName, arabic];
const problem = (/** @type {object} */ more) => Object.assign(new Error("It failed."),
    { faults: {}, detail: "The room is full.", status: 409, code: "room_full", requestID: "0198c7", ...more });
const line = (/** @type {Node[]} */ ...nodes) => el("div", { class: "line" }, ...nodes);
const button = (/** @type {string} */ label, options = {}) => el("button", { class: "button", ...options }, label);
const now = () => new Date(replica.now()).toISOString();

/**
 * A button that is named by what it opens.
 * @param {string} label
 * @param {(button: HTMLElement) => unknown} open
 */
const opening = (label, open) => {
    const made = button(label, { onclick: () => open(made) });
    return line(made);
};

/**
 * A form with a field of each kind.
 * @param {boolean} isFaulty
 */
function sampleForm(isFaulty) {
    const fields = [field("Title", { name: "title", required: true, hint: "What it is about." }),
        field("E-mail", { name: "email", type: "email" }),
            field("Password", { name: "password", type: "password", required: true }),
        field("Uses", { name: "uses", type: "number", value: "1" }), field("Due", { name: "due", type: "datetime-local" }),
        field("Description", { name: "text", input: el("textarea", { rows: 3, class: "tall" }) }),
        field("Role", { name: "role", input: el("select", {}, el("option", {}, "member"), el("option", {}, "teacher")) })];
    const node = form({ fields, action: "Save", cancel: () => {}, worksOffline: true, send: async () => false });
    if (isFaulty) for (const one of fields) one.fault("This is needed.");
    return node;
}

/**
 * A comment in a state.
 * @param {object} [more]
 * @param {boolean} [isNew]
 * @param {boolean} [follows] whether its author's face and name stand before it
 */
function comment(more = {}, isNew = false, follows = false) {
    const shown = { id: "c", roomID: replica.rooms()[0]?.id ?? "", number: 4, seconds: 943,
        content: "That hallway! It goes on and on.",
        author: ada, createdAt: now(), state: "sent", folded: false, mine: false, hasUnsentEdit: false, ...more };
    const made = commentArticle(/** @type {any} */ (shown), { reply: () => {}, answered: () => undefined, lead: () => {},
        isNew: () => isNew, follows: () => follows, line: () => undefined, keepsPictures: () => false,
        moderates: () => true });
    made.update(/** @type {any} */ (shown));
    made.draw();
    return made.node;
}

/**
 * A room's row.
 * @param {object} more
 */
function row(more) {
    const room = { ...replica.rooms()[0], ...more };
    const made = roomRow(/** @type {any} */ (room));
    made.update(/** @type {any} */ (room));
    return el("ul", { class: "card rows" }, made.node);
}

/**
 * The panel of somebody who is in the middle of an episode.
 * @param {{second?: number, runs?: boolean, isLapsed?: boolean, isHeld?: boolean}} state
 */
function panel({ second = 754, runs = false, isLapsed = false, isHeld = false }) {
    const own = button(runs ? "Pause" : isLapsed ? "Go on" : "Watch along", { class: `button button-small along${runs ? "" : " button-main"}` });
    const where = { runtime: 3420, second: () => second, isRunning: () => runs, isLapsed: () => isLapsed, hasWatched: () => false,
        hasEnded: () => second >= 3420, button: own, actions: { onEnd: () => {} } };
    const made = new WatchPanel(/** @type {any} */ (where), el("div", {}), new AbortController().signal);
    made.seconds = [1290, 2000];
    made.controls.append(own);
    own.hidden = where.hasEnded();
    made.update();
    made.back.hidden = !isHeld;
    return el("div", { class: "dock" }, made.node);
}

/** Three things that one can move. */
function moved() {
    const things = ["One", "Two", "Three"].map(
        (text) => el("li", { class: "card", data: { thing: text } }, el("span", {}, text)));
    const list = el("ul", { class: "stack-tight" }, ...things);
    const [first] = things;
    return el("div", { class: "stack-tight" }, line(button("Arrive", { onclick: () => arrive(first) }),
        button("Fly", { onclick: () => fly("One", things[0], things[2]) }),
            button("Refuse", { onclick: () => refuse(things[1]) }),
        button("Move", { onclick: () => moving(list, "data-thing", () => list.append(list.firstElementChild ?? "")) })), list);
}

/** A history of some shows with long names and a film. */
const watched = () => [...all.flatMap(({ username }, show) => Array.from({ length: 3 + show }, (_, episode) => ({ name: username,
    item: { tvdbID: show + 1, season: 1, episode, watchedAt: `202${show}-03-01T20:00:00.000Z` } }))),
{ name: "Seven Samurai", item: { title: "Seven Samurai", year: 1954, watchedAt: "2019-01-01T20:00:00.000Z" } }];

/** @param {Partial<HistoryRun>} state */
const run = (state) => Object.assign(new HistoryRun(watched()), state);

/** @type {Record<string, States>} */
export const parts = {
    "controls/form.js": {
        "Buttons": () => line(button("Main", { class: "button button-main" }), button("Plain"),
            button("Small", { class: "button button-small" }),
            button("Destructive", { class: "button button-bad" }), button("Pressed", { "aria-pressed": "true" }),
            button("Disabled", { "aria-disabled": "true" }),
                button("Disabled main", { class: "button button-main", disabled: true })),
        "A button whose request runs": () => { const one = button("Save"); busy(one, true); return line(one); },
        "A button with its fault": () => actionButton("Delete", async () => { throw problem({}); }),
        "A form": () => sampleForm(false), "A form at fault": () => sampleForm(true),
    },
    "controls/choices.js": {
        "Choices": () => el("div", {}, choice("checkbox", "Hide what lies ahead", { checked: true }).node,
            choice("checkbox", "Keep the screen awake", {}).node,
            radios("Theme", [["a", "As the system"], ["b", "Light"], ["c", "Dark"]], "a", () => {})),
    },
    "controls/person.js": {
        "Faces": () => line(...all.map((one) => disc(one)), ...all.map((one) => disc(one, { large: true })), disc(undefined),
            disc(ada, { ticked: true })),
        "Several, some of whom have watched": () => discs([...all, ...all, ...all], (one) => one === ada),
    },
    "controls/person-line.js": {
        "Rows": () => el("ul", { class: "card list" }, ...all.map((one) => el("li", {}, personLine(one,
            { about: "hasn't watched yet · host", actions: [button("Accept"), button("Decline")] })))),
        "With both names": () => personLine(ada, { title: "Ada Lovelace", about: "@ada · owner" }),
    },
    "controls/signs.js": { "Signs": () => line(icon("watch"), icon("people"), icon("check"), sign("close"), sign("more"),
        sign("info")) },
    "controls/dialog.js": {
        "A question": () => opening("Delete …",
            (opener) => ask({ title: "Delete this comment?", text: "“that hallway!”\nIt is gone at once for everybody.",
            action: "Delete", opener })),
        "A sheet": () => opening("Info …", (opener) => sheet("Info", el("p", {}, "What a sheet holds."), { opener })),
    },
    "controls/menu.js": { "A menu": () => opening("More …", (at) => openMenu(at, [{ label: "Edit", run: () => {} },
        { label: "Copy text", run: () => {} }, { label: "Delete", isBad: true, run: () => {} }])) },
    "controls/undo.js": { "Undo": () => opening("Throw away", () => undoable({ said: "Thrown away.", run: async () => {} })) },
    "controls/motion.js": { "Motion": moved },
    "controls/states.js": {
        "Loading": () => skeleton(3),
            "Empty": () => emptyState("Nothing to watch yet.", button("New room", { class: "button button-main" }),
            button("Invite")),
        "Failed": () => failure(problem({ status: 500, detail: "Something went wrong." }), () => {}),
        "Busy": () => failure(problem({ status: 503, retryAfter: 60, detail: "The server is busy." }), () => {}),
    },
    "controls/text.js": { "Text": () => el("p", {}, ...textParts("See https://example.org/a, @ada!", [{ text: "@ada" }])) },
    "controls/time.js": { "Times": () => line(ago(now()), el("span", {}, dateText(now())), el("span", {}, onDayText(now()))) },
    "room/comment.js": {
        "One person who goes on": () => el("div", { class: "threads" }, comment(),
            comment({ content: "And then nobody is there." }, false, true), comment({ content: "Nobody!", editedAt: now() }, false, true)),
        "Sent, new, edited": () => el("div", {}, comment(), comment({}, true), comment({ editedAt: now(), mine: true })),
        "Waiting, refused": () => el("div", {}, comment({ state: "waiting", mine: true }),
            comment({ state: "refused", mine: true, problem: problem({}), writeID: 1 })),
        "Folded, of somebody who left": () => el("div", {}, comment({ folded: true }), comment({ author: undefined })),
        "With a quote, reactions and long words": () => el("div", {},
            comment({ quote: "Who is in the hallway?", content: "x".repeat(200),
            author: longName, reactions: [{ emoji: "🔥", userIDs: ["0", "1"], count: 2 },
                { emoji: "👀", userIDs: [], count: 1 }] }),
        comment({ author: arabic, content: "يا له من ممر! 😱" })),
    },
    "room/time-chip.js": {
        "Closed, open": () => el("div", { class: "composer" }, ...[true, false].map((isShut) => {
            const chip = new TimeChip({ length: () => 3600, move: () => {} });
            chip.show(943);
            if (!isShut) chip.open();
            return el("div", {}, chip.node, el("div", { class: "line" }, el("div", { class: "composer-at" }, chip.slider)));
        })),
    },
    "room/watch-panel.js": {
        "Paused": () => panel({}), "Not renewed": () => panel({ isLapsed: true }), "Running": () => panel({ runs: true }),
        "The next comment in a minute, scrolled away": () => panel({ runs: true, second: 1240, isHeld: true }),
        "At the end": () => panel({ runs: true, second: 3420 }),
    },
    "watch/room-line.js": {
        ...Object.fromEntries(["watch", "read", "wait", "discuss"].map((attention) => [attention,
            () => row({ attention, unreadCount: attention === "read" ? 4 : 0 })])),
    },
    "watch/room-row.js": {
        "Posters without a picture": () => line(poster("Severance"), poster("ليلى")),
    },
    "people/link-to-send.js": { "A link": () => linkToSend("https://sofa.example.org/join#sofa/ABCD-EFGH",
        "Send it to your friend.",
        () => {}).node },
    "account/sign-up.js": { "Joining as a member": () => signUpForm(undefined, "member"),
        "Choosing a role": () => signUpForm(undefined, "member", ["member", "student", "teacher"]) },
    "account/founding.js": { "A new community": communityForm },
    "frame/bars.js": { "Notices, of which none holds now": () => noticeBars() },
    "frame/own-notices.js": { "A warning, and a link to a new password": () => {
        const node = el("div", {});
        showOwnNotices(node, /** @type {any} */ ({ ...replica.me(), passwordLink: { by: ada, expiresAt: new Date(replica.now() + 86_400_000).toISOString() },
            warnings: [{ id: "w", kind: "warned", reason: "spoiler", text: "Please mind the others.", at: now() }] }));
        return node;
    } },
    "watch/room-list.js": { "Rooms beside the page": () => roomList(new AbortController().signal) },
    "room/missing-room.js": { "There is none": () => {
        const made = new MissingRoom("r", new AbortController().signal, () => {});
        made.showNothing();
        return made.node;
    } },
    "not-sent/refusal.js": { "A comment that was refused": () => refusal({ id: 1, kind: "comment", text: "What I said",
        canRetry: true,
        problem: problem({}) }) },
    "connections/shown-once.js": { "A token": () => shownOnce("token", "davenport_bot_AZoc8-wpdcSisW7pfHF4g4b4ZuWz5IPH-1S6qoPguxo",
        { isMain: true, hint: "It is shown only now." }).node },
    "connections/history-preview.js": { "Shows, a film and plays that are left out": () => previewPart({ things: watched(),
        leftOut: [{ file: "tracking-prod-records-v2.csv", line: 12, entry: 11, reason: "has no time that can be read" }],
        read: ["tracking-prod-records-v2.csv", "tracking-prod-records.csv"], others: ["user.csv"] }, { send: () => {}, again: () => {} }) },
    "connections/history-progress.js": {
        "On its way": () => progressPart(run({ sent: 7 }), { signal: new AbortController().signal, done: () => {} }).node,
        "Stopped": () => progressPart(run({ sent: 7, isStopped: true }), { signal: new AbortController().signal, done: () => {} }).node,
        "Done, with things of which there is no room": () => outcomePart(run({ made: 9, known: 2,
            without: new Map([["catalogue_unavailable", watched().slice(0, 2)], ["unknown_subject", watched().slice(-1)]]) }),
        { more: () => {}, again: () => {} }),
    },
    "play/cube.js": { "Without letters": () => cube({ onFace: () => {}, onDrag: () => {} }).node },
    "play/day-bars.js": { "A day without a play": () => dayBars(/** @type {any[]} */ ([40, 0, 121, 77].map((score, ago) =>
        ({ day: `2026-03-0${9 - ago}`, mine: score > 0 ? { score } : undefined })))) },
};
