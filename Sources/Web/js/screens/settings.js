// Settings: who one is, what one is notified of, how one signs in and out, this device, and one's data. Each has a page; a phone
// has a page that leads to them.
import { el, fill, icon } from "../dom.js";
import { phrase } from "../phrases.js";
import { replica, session } from "../client.js";
import { nameRow, signingIn } from "../parts/account/account.js";
import { feedbackForm } from "../parts/account/feedback.js";
import { choice, radios } from "../parts/controls/choices.js";
import { otherPrograms } from "../parts/connections/other-programs.js";
import { applyTheme } from "../parts/frame/frame.js";
import nowhere from "../parts/frame/nowhere.js";
import { leaving, yourData } from "../parts/account/your-data.js";
import { notificationSettings } from "../parts/account/notifications.js";
import { languageForm } from "../parts/account/language.js";
import { ownPicture } from "../parts/account/picture.js";
import { savedNote } from "../parts/account/saved-at-once.js";
import { isStudent, settingsIndex, settingsList } from "../parts/account/settings-list.js";
import { teacherList } from "../parts/class/teachers.js";
import { sessionList } from "../parts/account/sessions.js";
import { skeleton } from "../parts/controls/states.js";

/** @typedef {import("../parts/frame/frame.js").Context} Context */
/** @typedef {import("../types/wire.js").Me} Me */

/**
 * The pages behind `#`. They know what they show as soon as the person is read.
 * @type {Record<string, [title: string, show: (me: Me, signal: AbortSignal) => Node]>}
 */
const sections = {
    profile: [phrase("account.page.profile"), profile],
    "signing-in": [phrase("account.page.signingIn"), (_, signal) => signingIn(signal)],
    device: [phrase("account.page.preferences"), device],
    teachers: [phrase("account.page.teachers"), (_, signal) => teacherList(signal)],
    feedback: [phrase("account.page.feedback"), feedbackForm], goodbye: [phrase("account.page.data"), yourData],
};

/** @type {import("../parts/frame/frame.js").Screen} */
export default function settings(context) {
    const { section } = context.params;
    const page = pageAt(context);
    if (section && !page) return nowhere(context);
    const phone = matchMedia("(width < 600px)");
    const node = el("div", {}, skeleton());
    const show = () => fill(node, ...parts(context, page, phone.matches));
    const begin = () => {
        if (!replica.me() || node.dataset.begun) return;
        node.dataset.begun = "true";
        show();
        requestAnimationFrame(() => openPassword(node));
    };
    context.title(page?.title ?? phrase("account.you"));
    // The page of a phone that is turned is a wide one. A page that was asked for is the same on both.
    if (!page) phone.addEventListener("change", show, { signal: context.signal });
    context.signal.addEventListener("abort", replica.subscribe(["me"], begin));
    begin();
    return node;
}

/**
 * The page that the address names; undefined for the settings themselves.
 * @param {Context} context
 * @returns {{href: string, title: string, show: (me: Me, signal: AbortSignal) => Node, isLater?: boolean} | undefined}
 */
function pageAt(context) {
    const { section } = context.params;
    const href = `/settings/${section}`;
    if (section === "sessions") return { href, title: phrase("account.page.devices"), show: () => sessionList(context),
        isLater: true };
    if (section === "notifications") return { href, title: phrase("account.page.notifications"),
        show: () => notificationSettings(context), isLater: true };
    const other = otherPrograms().find((one) => one.section === section);
    if (other) return { href, title: other.title, show: () => other.page(context) };
    if (section) return undefined;
    const hash = location.hash.slice(1);
    const key = hash === "change-password" ? "signing-in" : hash;
    const [title, show] = Object.hasOwn(sections, key) ? sections[key] : [];
    return title && show ? { href: `/settings#${key}`, title, show } : undefined;
}

/**
 * What the screen shows: the list alone on a phone that was asked for no page, otherwise a page with the list beside it.
 * @param {Context} context
 * @param {ReturnType<typeof pageAt>} asked
 * @param {boolean} isPhone
 */
function parts(context, asked, isPhone) {
    const me = /** @type {Me} */ (replica.me());
    const [title, show] = sections.profile;
    const page = asked ?? (isPhone ? undefined : { href: "/settings#profile", title, show, isLater: false });
    const bar = el("header", { class: "bar" }, page && el("a", { class: "icon-button to-list", href: "/settings",
        "aria-label": phrase("account.back") }, icon("back")), el("h1", {}, page?.title ?? phrase("account.you")));
    if (!page?.isLater) {
        context.state("ready");
        context.settled();
    }
    return page ? [el("div", { class: "sections-beside" }, el("div", { class: "bar over" }, phrase("account.you")),
        settingsList(me, page.href, context.signal), el("div", {}, bar, page.show(me, context.signal)))]
        : [bar, settingsIndex(me, context.signal)];
}

/** Opens the form to which a link about the password leads. */
function openPassword(/** @type {HTMLElement} */ node) {
    const button = location.hash === "#change-password" && node.querySelector("#change-password .setting button");
    if (button instanceof HTMLElement) button.click();
}

/**
 * @param {Me} me
 * @param {AbortSignal} signal
 */
function profile(me, signal) {
    return el("div", { class: "stack narrow settings" }, el("div", { class: "card list" }, ownPicture(me, signal), nameRow()),
        languageForm(), el("div", { class: "card list" }, leaving()));
}

/** The settings that this device alone has. */
function device() {
    const saved = savedNote();
    const theme = radios(phrase("account.theme.title"), [["system", phrase("account.theme.system")],
        ["light", phrase("account.theme.light")], ["dark", phrase("account.theme.dark")]],
        session.preference("theme"), (value) => {
        const chosen = /** @type {"light" | "dark" | "system"} */ (value);
        applyTheme(chosen);
        session.setPreference("theme", chosen).then(() => saved.show(theme));
    });
    return el("div", { class: "stack-tight narrow" }, el("p", { class: "small soft" }, phrase("account.preferences.about")),
        el("div", { class: "card switches" }, el("div", { class: "segmented" }, theme),
        toggle("gate", phrase("account.preferences.gate"), saved),
        toggle("keepAwake", phrase("account.preferences.awake"), saved),
        el("div", { class: "has-keys" },
            toggle("shortcuts", phrase("account.preferences.keys"), saved))));
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
