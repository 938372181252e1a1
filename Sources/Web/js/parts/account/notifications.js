// Notification preferences: kinds, quiet hours and muted rooms, and digests by e-mail.
import { call, replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { choice, field, form } from "../controls/form.js";
import { failure, skeleton } from "../controls/states.js";
import { subjectTitle } from "../watch/room-row.js";
import { browserSwitch } from "./browser-switch.js";
import { digestForm } from "./digest.js";
import { SavedAtOnce } from "./saved-at-once.js";

/** @typedef {import("../../types/wire.js").NotificationPreferences} Preferences */

/**
 * The kinds of a feature, and those that everybody has.
 * @type {Record<string, string>}
 */
const groups = { watch: "Rooms", class: "Class", play: "Puzzle", "": "People", admin: "Administration" };

/**
 * The kinds that can be muted, and the feature of each that has one.
 * @type {[kind: import("../../types/wire.js").NotificationKind, label: string, feature?: string][]}
 */
export const kinds = [
    ["room.created", "Somebody makes a room with me", "watch"],
    ["room.watched", "Somebody has watched", "watch"],
    ["room.replies", "Comments after I have watched", "watch"],
    ["room.mentioned", "Somebody mentions or answers me", "watch"],
    ["room.requested", "A friend asks to join a room", "watch"],
    ["room.accepted", "Somebody lets me join a room", "watch"],
    ["task.assigned", "Somebody gives me a task", "class"],
    ["task.due", "A task of mine is due soon", "class"],
    ["task.returned", "A teacher returns my work", "class"],
    ["task.done", "A teacher marks my work as done", "class"],
    ["task.submitted", "A student hands something in", "class"],
    ["task.message", "Somebody writes to me about a task", "class"],
    ["challenge.ready", "The day’s puzzles are ready", "play"],
    ["challenge.ending", "The day’s puzzle ends soon", "play"],
    ["challenge.invited", "Somebody invites me to a challenge", "play"],
    ["challenge.finished", "Somebody finishes my challenge", "play"],
    ["friend.requested", "Somebody asks to be my friend"],
    ["friend.accepted", "Somebody accepts my request"],
    ["invite.accepted", "Somebody joins by my invite"],
    ["summary", "A digest when much happens"],
    ["report.made", "Something is reported", "admin"],
    ["report.due", "A report waits for a decision", "admin"],
];

/**
 * The forms for the kinds of notifications, quiet hours, muted rooms and digests.
 * @param {import("../frame/frame.js").Context} context
 */
export function notificationSettings(context) {
    const node = el("div", { class: "stack narrow" }, skeleton());
    /** The form replaces all preferences, so it opens with the current ones. */
    async function load() {
        try {
            const now = await call("showNotificationPreferences", { signal: context.signal });
            // What turns all of them on and off here stands above the choice among them.
            fill(node, browserSwitch(), preferencesForm(now), digestForm());
            context.state("ready");
            context.settled();
        } catch (problem) {
            if (context.signal.aborted) return;
            context.state("error");
            fill(node, failure(problem, load));
        }
    }
    load();
    return node;
}

/** @param {Preferences} now */
function preferencesForm(now) {
    const features = /** @type {readonly string[]} */ ([...session.keptTenant()?.features ?? [],
        ...(replica.runsCommunity() ? ["admin"] : [])]);
    const shown = kinds.filter(([, , feature]) => !feature || features.includes(feature));
    const boxes = shown.map(([kind, label, feature = ""]) => ({ kind, feature,
        ...choice("checkbox", label, { checked: !now.muted.includes(kind), data: { keep: kind } }) }));
    const rooms = now.mutedRooms.map((id) => {
        const room = replica.room(id);
        return { id, ...choice("checkbox", el("bdi", {}, room ? subjectTitle(room.subject) : "A room you have left"),
            { checked: true, data: { keep: id } }) };
    });
    const quiet = choice("checkbox", "Quiet hours", { checked: now.quietHours !== undefined, data: { keep: "quietHours" } });
    const from = field("From", { name: "quietHours.from", type: "time", value: now.quietHours?.from ?? "22:00" });
    const to = field("To", { name: "quietHours.to", type: "time", value: now.quietHours?.to ?? "07:30" });
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const hours = el("div", { class: "stack-tight", hidden: !quiet.input.checked },
        el("div", { class: "pair" }, from.node, to.node),
        el("p", { class: "hint" }, `By the clock of ${zone}. What comes then waits until they end.`));
    quiet.input.addEventListener("change", () => { hours.hidden = !quiet.input.checked; });
    const saving = new SavedAtOnce();
    return saving.follow(form({
        draft: "notifications",
        fields: [],
        action: "Save",
        extra: [
            el("fieldset", { class: "card switches" }, el("legend", { class: "legend" }, "Notify me when …"),
                el("p", { class: "hint elsewhere" }, "On your other devices. Notifications on this device are off."),
                el("div", { class: "kinds" }, ...Object.entries(groups).map(([feature, title]) => kindGroup(title,
                    boxes.filter((box) => box.feature === feature))))),
            el("fieldset", { class: "card stack-tight switches" }, el("legend", { class: "legend" }, "When to be quiet"),
                quiet.node, hours),
            rooms.length > 0 && el("fieldset", { class: "card stack-tight switches" },
                el("legend", { class: "legend" }, "Muted rooms"), ...rooms.map((room) => room.node)),
        ],
        send: () => saving.save(() => {
            const known = new Set(shown.map(([kind]) => kind));
            const muted = [...now.muted.filter((kind) => !known.has(kind)),
                ...boxes.filter((box) => !box.input.checked).map((box) => box.kind)];
            return replica.change("changeNotificationPreferences", { body: {
                muted: /** @type {Wire.NewNotificationPreferences["muted"]} */ (muted),
                mutedRooms: rooms.filter((room) => room.input.checked).map((room) => room.id),
                timeZone: quiet.input.checked ? zone : now.timeZone,
                ...(quiet.input.checked ? { quietHours: { from: from.input.value, to: to.input.value } } : {}),
            } });
        }),
    }));
}

/**
 * The kinds of a feature, folded on a phone, with how many of them are on.
 * @param {string} title
 * @param {{node: HTMLElement, input: HTMLInputElement}[]} boxes
 */
function kindGroup(title, boxes) {
    if (boxes.length === 0) return false;
    const count = el("span", { class: "small soft" });
    const node = el("details", { open: matchMedia("(width >= 600px)").matches }, el("summary", {}, el("h2", {}, title), count),
        ...boxes.map((box) => box.node));
    const showCount = () => {
        const on = boxes.filter(({ input }) => input.checked).length;
        fill(count, on === boxes.length ? "All" : on > 0 ? `${on} of ${boxes.length}` : "None");
    };
    // What was kept here is put back by events that don't bubble.
    node.addEventListener("change", showCount, true);
    showCount();
    return node;
}
