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

/** How other programs take the address. */
const programs = /** @type {const} */ ([
    ["Google Calendar", "On a computer: Other calendars, From URL."], ["Outlook", "Add calendar, Subscribe from web."],
    ["Apple Calendar", "File, New Calendar Subscription."], ["Thunderbird", "New Calendar, On the Network."],
]);

/**
 * The page that gives the address of the person's calendar.
 * @param {import("../frame/frame.js").Context} context
 */
export function calendarPage({ signal }) {
    const place = el("div", {});
    const keys = keyList({ purpose: "calendar", signal, title: "Your calendars", nobody: "None yet.",
        gone: "The calendar that uses it keeps what it has, and hears of nothing new.", about: keyWords });
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
        say("The address is ready. It is shown only now.");
    }
    showForm();
    return el("div", { class: "columns programs-page stack" },
        el("div", { class: "column stack" }, el("div", { class: "card stack-tight" }, el("h2", {}, "Add to my calendar"),
            el("p", {}, `${contents()} stand in the calendar that you use anyway, and follow when they move.`), place),
        keys.node),
        el("div", { class: "column" }, agenda(signal), elsewhere()));
}

/** What the calendar has in this community. */
function contents() {
    const has = (/** @type {string} */ feature) => session.keptTenant()?.features.some((one) => one === feature);
    const parts = [has("watch") && "the next episodes of your shows", has("class") && "the deadlines of your tasks"];
    const words = parts.filter(Boolean).join(" and ");
    return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * @param {(address: string) => void} onMade
 * @param {() => void} again
 */
function keyForm(onMade, again) {
    const name = field("Name", { name: "name", maxLength: 100, value: "My calendar", autocomplete: "off",
        hint: "For your list below, so that you know later which one it is." });
    return form({
        draft: "calendar",
        fields: [name],
        action: "Make the address",
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
    const open = el("a", { class: "button button-main", href: webcal(address) }, "Open in my calendar");
    const secret = shownOnce("Address", address,
        { hint: "It is shown only now. Whoever has it can read your calendar, so keep it like a password." });
    return { focus: () => open.focus(), node: el("div", { class: "stack" },
        el("p", { class: "small" }, "On a phone, a tablet or a Mac the first button is all. Elsewhere, copy the address."),
        el("div", { class: "line" }, open, el("button", { class: "button", onclick: done }, "Done")), secret.node) };
}

/** @param {import("./keys.js").AccessKey} key */
const keyWords = ({ createdAt, lastUsedAt }) => [...(lastUsedAt ? ["Fetched ", agoInWords(lastUsedAt)] : ["Not fetched yet"]),
    ` · made on ${dayText(new Date(createdAt))}`];

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
        fill(node, el("figcaption", {}, "What will stand there"), el("ul", { class: "card list" }, ...lines));
    };
    signal.addEventListener("abort", replica.subscribe(["dashboard", "assignments"], update));
    update();
    return node;
}

function agendaLines() {
    const groups = (replica.dashboard()?.sections ?? []).map(({ group }) => group).filter(({ kind }) => kind === "tv");
    // One watches a show with several people.
    const shows = [...new Map(groups.map((group) => [group.title, group])).values()]
        .map(({ poster: pictures, title }) => agendaLine(poster(title, pictures, 40), title, "The next episode, all day"));
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
    el("h2", { id: "elsewhere" }, "In other programs"),
    el("p", { class: "small soft" }, "Paste the address there. They fetch it every few hours."),
    el("dl", { class: "card list programs" }, ...programs.map(([program, way]) =>
        el("div", {}, el("dt", { class: "name" }, program), el("dd", { class: "small soft" }, way)))));
