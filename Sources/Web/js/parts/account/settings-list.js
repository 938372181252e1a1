// The list of the settings: a page of its own on a phone, where a row says how things stand, and beside each page otherwise.
import { notSent, replica, session } from "../../client.js";
import { push } from "../../client/push.js";
import { el, fill, icon } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { otherPrograms } from "../connections/other-programs.js";
import { actionButton } from "../controls/form.js";
import { disc, name } from "../controls/person.js";
import { sign } from "../controls/signs.js";
import { signOut } from "./your-data.js";

/** @typedef {import("../../types/wire.js").Me} Me */
/**
 * A page of the settings, with how it stands now in a few words.
 * @typedef {{href: string, title: string, icon: Node, value?: import("../../dom.js").Parts, isLong?: boolean,
 *     isState?: boolean}} Row `isLong`: the value needs a line of its own; `isState`: it also stands beside a page
 */

/**
 * The pages in their groups, without the person's own.
 * @param {Me} me
 * @returns {Row[][]}
 */
function groupsOf(me) {
    const { email, name: community = "", webPushKey } = session.keptTenant() ?? {};
    const isUnconfirmed = email && me.emailState !== undefined && me.emailState !== "verified";
    const waiting = notSent().length;
    return [
        waiting > 0 ? [{ href: "/not-sent", title: phrase("account.page.notSent"), icon: sign("up"), isState: true,
            value: el("span", { class: "count" }, waiting) }] : [],
        [
            { href: "/settings/notifications", title: phrase("account.page.notifications"), icon: sign("bell"), isState: true,
                value: webPushKey && phrase(push.state() === "on" ? "account.value.on" : "account.value.off") },
            { href: "/settings#signing-in", title: phrase("account.page.signingIn"), icon: sign("key"), isLong: true,
                isState: Boolean(isUnconfirmed),
                value: isUnconfirmed ? el("span", { class: "warn" }, phrase("account.value.unconfirmed"))
                    : el("bdi", {}, me.email) },
            { href: "/settings/sessions", title: phrase("account.page.devices"), icon: sign("phone") },
            { href: "/settings#device", title: phrase("account.page.preferences"), icon: sign("computer"),
                value: phrase("account.value.theme", { theme: session.preference("theme") }) },
        ],
        otherPrograms().map(({ section, sign: picture, title, value }) => ({ href: `/settings/${section}`, title, value,
            icon: sign(picture) })),
        [
            ...isStudent(me) ? [{ href: "/settings#teachers", title: phrase("account.page.teachers"), icon: icon("class") }] : [],
            ...replica.runsCommunity() ? [{ href: "/admin", title: phrase("account.page.admin"), icon: sign("shield"),
                value: el("bdi", {}, community) }] : [],
        ],
        [
            { href: "/settings#feedback", title: phrase("account.page.feedback"), icon: sign("message") },
            { href: "/settings#goodbye", title: phrase("account.page.data"), icon: sign("down"),
                value: phrase("account.value.data") },
        ],
    ].filter((rows) => rows.length > 0);
}

/** Whether somebody has teachers. */
export const isStudent = (/** @type {Me} */ { role }) => role === "student"
    && session.keptTenant()?.features.includes("class") === true;

/**
 * Keeps a list up to date with what isn't sent.
 * @param {AbortSignal} signal
 * @param {() => void} show
 */
function follow(signal, show) {
    signal.addEventListener("abort", replica.subscribe(["me", "writes", "drafts"], show));
    show();
}

/**
 * The page of a phone: who one is, the pages by what they are about, and the way out.
 * @param {Me} first
 * @param {AbortSignal} signal
 */
export function settingsIndex(first, signal) {
    const node = el("nav", { class: "stack narrow", "aria-label": phrase("account.settings") });
    follow(signal, () => {
        const me = replica.me() ?? first;
        fill(node,
            el("a", { class: "card self", href: "/settings#profile" }, disc(me, { large: true }),
                el("span", { class: "setting-text" }, name(me), el("span", { class: "small soft" },
                    el("bdi", {}, `@${me.username}`))), icon("next")),
            ...groupsOf(me).map((rows) => el("div", { class: "card list" }, ...rows.map((row) =>
                el("a", { class: `go ${row.isLong ? "value-below" : ""}`, href: row.href }, row.icon,
                    el("span", { class: "name" }, row.title), el("span", { class: "value small soft" }, row.value),
                    icon("next"))))));
    });
    return el("div", { class: "stack narrow" }, node, el("div", {}, actionButton(phrase("account.signOut"), signOut)));
}

/**
 * The list beside a page.
 * @param {Me} first
 * @param {string} chosen the address of the page
 * @param {AbortSignal} signal
 */
export function settingsList(first, chosen, signal) {
    const node = el("nav", { class: "row-tabs", "aria-label": phrase("account.settings") });
    follow(signal, () => {
        const me = replica.me() ?? first;
        /** @type {Row} */
        const own = { href: "/settings#profile", title: phrase("account.page.profile"), icon: icon("you") };
        fill(node, ...[[own], ...groupsOf(me)].flatMap((rows, at) => [at > 0 && el("hr"),
            ...rows.map(({ href, icon: picture, isState, title, value }) => el("a",
                { href, "aria-current": href === chosen ? "page" : undefined }, picture, title,
                isState && el("span", { class: "value tiny" }, value)))]));
    });
    requestAnimationFrame(() => node.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }));
    return node;
}
