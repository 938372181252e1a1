// Notification preferences: kinds, quiet hours and muted rooms, and digests by e-mail.
import { call, replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { choice } from "../controls/choices.js";
import { field, form } from "../controls/form.js";
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
const groups = { watch: phrase("account.notify.rooms"), class: phrase("account.notify.class"),
    play: phrase("account.notify.puzzle"), "": phrase("account.notify.people"), admin: phrase("account.notify.admin") };

/**
 * The kinds that can be muted, and the feature of each that has one.
 * @type {[kind: import("../../types/wire.js").NotificationKind, label: string, feature?: string][]}
 */
export const kinds = [
    ["room.created", phrase("account.kind.roomCreated"), "watch"],
    ["room.watched", phrase("account.kind.roomWatched"), "watch"],
    ["room.replies", phrase("account.kind.roomReplies"), "watch"],
    ["room.mentioned", phrase("account.kind.roomMentioned"), "watch"],
    ["room.requested", phrase("account.kind.roomRequested"), "watch"],
    ["room.accepted", phrase("account.kind.roomAccepted"), "watch"],
    ["task.assigned", phrase("account.kind.taskAssigned"), "class"],
    ["task.due", phrase("account.kind.taskDue"), "class"],
    ["task.returned", phrase("account.kind.taskReturned"), "class"],
    ["task.done", phrase("account.kind.taskDone"), "class"],
    ["task.submitted", phrase("account.kind.taskSubmitted"), "class"],
    ["task.message", phrase("account.kind.taskMessage"), "class"],
    ["challenge.ready", phrase("account.kind.challengeReady"), "play"],
    ["challenge.ending", phrase("account.kind.challengeEnding"), "play"],
    ["challenge.invited", phrase("account.kind.challengeInvited"), "play"],
    ["challenge.finished", phrase("account.kind.challengeFinished"), "play"],
    ["friend.requested", phrase("account.kind.friendRequested")],
    ["friend.accepted", phrase("account.kind.friendAccepted")],
    ["invite.accepted", phrase("account.kind.inviteAccepted")],
    ["summary", phrase("account.kind.summary")],
    ["report.made", phrase("account.kind.reportMade"), "admin"],
    ["report.due", phrase("account.kind.reportDue"), "admin"],
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
        return { id, ...choice("checkbox", el("bdi", {}, room ? subjectTitle(room.subject) : phrase("account.muted.left")),
            { checked: true, data: { keep: id } }) };
    });
    const quiet = choice("checkbox", phrase("account.quiet.hours"),
        { checked: now.quietHours !== undefined, data: { keep: "quietHours" } });
    const from = field(phrase("account.quiet.from"),
        { name: "quietHours.from", type: "time", value: now.quietHours?.from ?? "22:00" });
    const to = field(phrase("account.quiet.to"), { name: "quietHours.to", type: "time", value: now.quietHours?.to ?? "07:30" });
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const hours = el("div", { class: "stack-tight", hidden: !quiet.input.checked },
        el("div", { class: "pair" }, from.node, to.node),
        el("p", { class: "hint" }, phrase("account.quiet.zone", { zone })));
    quiet.input.addEventListener("change", () => { hours.hidden = !quiet.input.checked; });
    const saving = new SavedAtOnce();
    return saving.follow(form({
        draft: "notifications",
        fields: [],
        action: phrase("account.save"),
        extra: [
            el("fieldset", { class: "card switches" }, el("legend", { class: "legend" }, phrase("account.notify.when")),
                el("div", { class: "kinds" }, ...Object.entries(groups).map(([feature, title]) => kindGroup(title,
                    boxes.filter((box) => box.feature === feature))))),
            el("fieldset", { class: "card stack-tight switches" },
                el("legend", { class: "legend" }, phrase("account.quiet.title")), quiet.node, hours),
            rooms.length > 0 && el("fieldset", { class: "card stack-tight switches" },
                el("legend", { class: "legend" }, phrase("account.muted.title")), ...rooms.map((room) => room.node)),
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
        fill(count, on === boxes.length ? phrase("account.notify.all")
            : on > 0 ? phrase("account.notify.some", { on, all: boxes.length }) : phrase("account.notify.none"));
    };
    // What was kept here is put back by events that don't bubble.
    node.addEventListener("change", showCount, true);
    showCount();
    return node;
}
