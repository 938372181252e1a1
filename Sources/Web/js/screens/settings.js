// Settings: who one is here, what one is notified of, how one signs in and out, this device, and one's data.
import { bar, el, fill } from "../dom.js";
import { notSent, replica, session } from "../client.js";
import { nameRow, signingIn } from "../parts/account/account.js";
import { feedbackForm } from "../parts/account/feedback.js";
import { choice, radios } from "../parts/controls/form.js";
import { otherPrograms } from "../parts/connections/other-programs.js";
import { applyTheme } from "../parts/frame/frame.js";
import nowhere from "../parts/frame/nowhere.js";
import { yourData } from "../parts/account/your-data.js";
import { notificationSettings } from "../parts/account/notifications.js";
import { ownPicture } from "../parts/account/picture.js";
import { savedNote } from "../parts/account/saved-at-once.js";
import { settingGroup, settingLink } from "../parts/account/setting-row.js";
import { settingsList } from "../parts/account/settings-list.js";
import { teacherList } from "../parts/class/teachers.js";
import { sessionList } from "../parts/account/sessions.js";
import { skeleton } from "../parts/controls/states.js";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function settings(context) {
    const { section } = context.params;
    if (section === "sessions") return subpage(context, "Signed-in devices", sessionList(context));
    if (section === "notifications") return subpage(context, "Notifications", notificationSettings(context));
    if (section) {
        const found = otherPrograms().find((one) => one.section === section);
        if (!found) return nowhere(context);
        context.state("ready");
        return subpage(context, found.title, found.page(context));
    }
    const body = el("div", {}, skeleton());
    let isShown = false;
    const openPassword = () => {
        const button = location.hash === "#change-password" && body.querySelector("#change-password .setting button");
        if (button instanceof HTMLElement) button.click();
    };

    function update() {
        const me = replica.me();
        if (!me || isShown) return;
        isShown = true;
        fill(body, groups(me, context.signal));
        context.state("ready");
        context.settled();
        requestAnimationFrame(openPassword);
    }

    context.title("You");
    addEventListener("hashchange", openPassword, { signal: context.signal });
    context.signal.addEventListener("abort", replica.subscribe(["me"], update));
    update();
    return el("div", {}, el("header", { class: "bar" }, el("h1", {}, "You")), body);
}

/**
 * @param {import("../parts/frame/frame.js").Context} context
 * @param {string} title
 * @param {Node} body
 */
function subpage(context, title, body) {
    context.title(title);
    return el("div", {}, bar("/settings", el("h1", {}, title)), el("div", { class: "sections-beside settings-beside" },
        settingsList(context.signal), el("div", {}, body)));
}

/**
 * All settings, in the order in which a phone shows them. A wide window has a list of them beside.
 * @param {import("../types/wire.js").Me} me
 * @param {AbortSignal} signal
 */
function groups(me, signal) {
    const programs = otherPrograms();
    const isStudent = session.keptTenant()?.features.includes("class") && me.role === "student";
    return el("div", { class: "sections-beside settings-beside" }, settingsList(signal),
        el("div", { class: "narrow" },
            el("section", { class: "block settings", "aria-labelledby": "profile" },
                el("h2", { id: "profile" }, "Your profile"),
                el("div", { class: "card list" }, ownPicture(me, signal), nameRow())),
            el("section", { class: "block settings", "aria-label": "Notifications" }, el("div", { class: "card list" },
                settingLink("/settings/notifications", "Notifications", "What you hear of and when, and summaries by e-mail"))),
            signingIn(signal),
            programs.length > 0 && settingGroup("programs", "Other programs",
                ...programs.map(({ about, section, title }) => settingLink(`/settings/${section}`, title, about))),
            isStudent && teacherList(signal),
            replica.runsCommunity() && settingGroup("community", session.keptTenant()?.name ?? "This community",
                settingLink("/admin", "Administration", "Reports, members, invites, and how the community looks")),
            device(signal), feedbackForm(), yourData()));
}

/** @param {AbortSignal} signal */
function device(signal) {
    const unsent = el("div", {});
    const showUnsent = () => {
        const waiting = notSent().length;
        fill(unsent, waiting > 0 && settingLink("/not-sent", "Not sent",
            `${waiting} ${waiting === 1 ? "thing" : "things"} that the server didn’t take`));
    };
    signal.addEventListener("abort", replica.subscribe(["writes", "drafts"], showUnsent));
    showUnsent();
    const saved = savedNote();
    const theme = radios("Theme", [["system", "System"], ["light", "Light"], ["dark", "Dark"]],
        session.preference("theme"), (value) => {
        const chosen = /** @type {"light" | "dark" | "system"} */ (value);
        applyTheme(chosen);
        session.setPreference("theme", chosen).then(() => saved.show(theme));
    });
    return el("section", { class: "block", "aria-labelledby": "device" }, el("h2", { id: "device" }, "This device"),
        el("div", { class: "card switches" }, toggle("gate", "Hide what the others wrote until I have watched", saved),
            el("div", { class: "segmented" }, theme),
            toggle("keepAwake", "Keep the screen awake while I watch along", saved),
            el("div", { class: "has-keys" },
                toggle("shortcuts", "Letters as keys in rooms: j, k, c, r, w and ?", saved)),
            unsent));
}

/**
 * @param {"gate" | "keepAwake" | "shortcuts"} name
 * @param {string} label
 * @param {ReturnType<typeof savedNote>} saved
 */
function toggle(name, label, saved) {
    const { node, input } = choice("checkbox", label, { checked: session.preference(name) });
    input.addEventListener("change", () => session.setPreference(name, input.checked).then(() => saved.show(input)));
    return node;
}
