// Add to my calendar: the address of a calendar with the next episodes and the deadlines of the person, for any program.
import { replica, session } from "../../client.js";
import { assignments, sideOf } from "../../client/class.js";
import { el, fill, icon } from "../../dom.js";
import { field, form, valueOf } from "../controls/form.js";
import { say } from "../controls/states.js";
import { agoInWords, dateText, dayText } from "../controls/time.js";
import { poster } from "../watch/room-row.js";
import { addressOfNewKey, keyList, reasonOf } from "./keys.js";
import { shownOnce } from "./shown-once.js";
import { phrase, phraseAround } from "../../phrases.js";

/** How other programs take the address. */
const programs = /** @type {const} */ ([
    [phrase("connections.program.google"), phrase("connections.program.googleWay")],
    [phrase("connections.program.outlook"), phrase("connections.program.outlookWay")],
    [phrase("connections.program.apple"), phrase("connections.program.appleWay")],
    [phrase("connections.program.thunderbird"), phrase("connections.program.thunderbirdWay")],
]);

/**
 * The page that gives the address of the person's calendar.
 * @param {import("../frame/frame.js").Context} context
 */
export function calendarPage({ signal }) {
    const place = el("div", {});
    const keys = keyList({ purpose: "calendar", signal, title: phrase("connections.calendar.yours"),
        nobody: phrase("connections.nothingYet"), gone: phrase("connections.calendar.gone"), about: keyWords });
    const showForm = () => fill(place, keyForm(showAddress, keys.again));
    /** @param {string} address */
    function showAddress(address) {
        const { focus, node } = addressPart(address, () => {
            showForm();
            place.querySelector("button")?.focus();
        });
        fill(place, node);
        focus();
        keys.again();
        say(phrase("connections.ready"));
    }
    showForm();
    return el("div", { class: "columns programs-page stack" },
        el("div", { class: "column stack" }, el("div", { class: "card stack-tight" },
            el("h2", {}, phrase("connections.calendar.title")),
            el("p", {}, phrase("connections.calendar.about", { has: contents() })), place),
        keys.node),
        el("div", { class: "column" }, agenda(signal), elsewhere()));
}

/** What the calendar has in this community, as the phrase about it chooses. */
function contents() {
    const has = (/** @type {string} */ feature) => session.keptTenant()?.features.some((one) => one === feature);
    return has("watch") && has("class") ? "both" : has("watch") ? "shows" : "tasks";
}

/**
 * @param {(address: string) => void} onMade
 * @param {() => void} again
 */
function keyForm(onMade, again) {
    const name = field(phrase("connections.calendar.name"), { name: "name", maxLength: 100, autocomplete: "off",
        value: phrase("connections.calendar.mine"), hint: phrase("connections.calendar.nameHint") });
    return form({
        draft: "calendar",
        fields: [name],
        action: phrase("connections.make"),
        explain: (problem) => reasonOf(problem, again),
        send: async (arrived) => {
            const address = await addressOfNewKey({ purpose: "calendar", name: valueOf(name) });
            await arrived();
            onMade(address);
        },
    });
}

/**
 * The address under the scheme that a phone's or a computer's own calendar opens.
 * @param {string} address
 */
export const webcal = (address) => address.replace(/^https?:/, "webcal:");

/**
 * The new address, with what can be done with it.
 * @param {string} address
 * @param {() => void} done
 */
function addressPart(address, done) {
    const open = el("a", { class: "button button-main", href: webcal(address) }, phrase("connections.calendar.open"));
    const secret = shownOnce("address", address, { hint: phrase("connections.calendar.secret") });
    return { focus: () => open.focus(), node: el("div", { class: "stack" },
        el("p", { class: "small" }, phrase("connections.calendar.how")),
        el("div", { class: "line" }, open, el("button", { class: "button", onclick: done }, phrase("connections.calendar.done"))),
        secret.node) };
}

/** @param {import("./keys.js").AccessKey} key */
function keyWords({ createdAt, lastUsedAt }) {
    const day = dayText(new Date(createdAt));
    return lastUsedAt ? phraseAround("connections.calendar.fetched", { ago: agoInWords(lastUsedAt), day })
        : phrase("connections.calendar.notFetched", { day });
}

/** How many shows and how many deadlines the picture of the calendar has. */
const shown = 3;

/**
 * What will stand in the calendar: the person's own shows, and their next deadlines, once the page has them.
 * @param {AbortSignal} signal
 */
function agenda(signal) {
    const node = el("figure", { class: "agenda" });
    const update = () => {
        const lines = agendaLines();
        node.hidden = lines.length === 0;
        fill(node, el("figcaption", {}, phrase("connections.calendar.picture")), el("ul", { class: "card list" }, ...lines));
    };
    signal.addEventListener("abort", replica.subscribe(["dashboard", "assignments"], update));
    update();
    return node;
}

function agendaLines() {
    const groups = (replica.dashboard()?.sections ?? []).map(({ group }) => group).filter(({ kind }) => kind === "tv");
    // One watches a show with several people.
    const shows = [...new Map(groups.map((group) => [group.title, group])).values()]
        .map(({ poster: pictures, title }) => agendaLine(poster(title, pictures, 40), title,
            phrase("connections.calendar.allDay")));
    const own = assignments().filter((one) => sideOf(one) === "student");
    return [...shows.slice(0, shown), ...deadlines(own, replica.now())
        .map(({ dueAt, task }) => agendaLine(icon("class"), task.title, dateText(dueAt)))];
}

/**
 * The next deadlines of what one still has to hand in, the earliest first.
 * @param {readonly Pick<Wire.Assignment, "dueAt" | "state" | "closed" | "task">[]} own
 * @param {number} now
 */
export function deadlines(own, now) {
    return own.flatMap((one) => one.dueAt && !one.closed && Date.parse(one.dueAt) > now && openStates.includes(one.state)
        ? [{ ...one, dueAt: one.dueAt }] : [])
        .sort((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt)).slice(0, shown);
}
const openStates = ["todo", "inProgress", "returned"];

/**
 * @param {Node} sign
 * @param {string} title
 * @param {string} when
 */
const agendaLine = (sign, title, when) => el("li", { class: "agenda-line" }, sign, el("span", { class: "setting-text" },
    el("bdi", { class: "name" }, title), el("span", { class: "small soft" }, when)));

const elsewhere = () => el("section", { class: "block", "aria-labelledby": "elsewhere" },
    el("h2", { id: "elsewhere" }, phrase("connections.program.title")),
    el("p", { class: "small soft" }, phrase("connections.program.about")),
    el("dl", { class: "card list programs" }, ...programs.map(([program, way]) =>
        el("div", {}, el("dt", { class: "name" }, program), el("dd", { class: "small soft" }, way)))));
