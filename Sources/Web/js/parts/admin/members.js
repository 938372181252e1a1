// The members of the community for those who run it: roles, suspensions, and the handing over of a class.
import { call, replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { ask, sheet } from "../controls/dialog.js";
import { field, form, valueOf } from "../controls/form.js";
import { rolesToGive } from "../people/invite-form.js";
import { inviteButton } from "../people/invites.js";
import { mayChange, passwordLinkButton } from "../people/password-link.js";
import { pagedList } from "../controls/paged-list.js";
import { say } from "../controls/states.js";
import { memberRow } from "./member-row.js";

/** @typedef {Wire.User} User */

/** The time from the last key to the search, in milliseconds. */
const pause = 300;

/** The lengths of suspensions: the number of days, and its words. */
export const suspensionLengths = /** @type {const} */ ([["1", phrase("admin.suspension.day")],
    ["7", phrase("admin.suspension.week")], ["30", phrase("admin.suspension.month")], ["", phrase("admin.suspension.endless")]]);

/**
 * The time at which a suspension for this number of days ends; undefined without an end.
 * @param {string} days
 */
export const suspensionEnd = (days) => days === "" ? undefined
    : new Date(replica.now() + Number(days) * 86_400_000).toISOString();

/** The list of members, with a search and the actions on each. */
export function memberList() {
    const beginning = field(phrase("admin.members.search"),
        { name: "beginning", type: "search", autocomplete: "off", autocapitalize: "none", spellcheck: false });
    const count = el("p", { class: "small soft" });
    const list = pagedList({
        page: async (after) => {
            const typed = valueOf(beginning);
            const found = await call("listMembers",
                { query: { limit: 50, ...(typed && { beginning: typed }), ...(after && { after }) } });
            if (after) return found;
            const number = found.items.length;
            fill(count, found.next ? phrase("admin.members.many", { count: number })
                : phrase("admin.members.count", { count: number }));
            if (typed) say(found.next ? phrase("admin.members.many.said", { count: number })
                : phrase("admin.members.count.said", { count: number }));
            return found;
        },
        line, empty: phrase("admin.members.none"), class: "card list beside",
    });
    let timer = 0;
    beginning.input.addEventListener("input", () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => list.load(), pause);
    });
    list.load();
    const invite = inviteButton(() => list.load());
    return el("div", { class: "stack" }, el("div", { class: "search-head" }, beginning.node, invite), count, list.node);
}

/** @param {User} first */
function line(first) {
    const node = el("li", { data: { member: first.id } });
    const me = replica.me();
    /** @param {User} user */
    const showMember = (user) => {
        const button = mayChange(me, user)
            && el("button", { class: "button button-small",
                "aria-label": phrase("admin.changeWhom", { username: user.username }),
                onclick: () => change(user, showMember) }, phrase("admin.change"));
        fill(node, memberRow(user, { action: button }));
    };
    showMember(first);
    return node;
}

/**
 * @param {User} user
 * @param {(user: User) => void} onChange
 */
function change(user, onChange) {
    const option = (/** @type {string} */ value, /** @type {string} */ label) => el("option", { value }, label);
    const role = field(phrase("admin.member.role"),
        { name: "role", input: el("select", {}, ...rolesToGive(replica.me()?.role).filter(Boolean)
            .map((one) => option(one, phrase("admin.roleName", { role: one })))),
            value: user.role });
    const isSuspended = user.suspended ?? false;
    const suspension = field(phrase("admin.suspension"), { name: "suspendedUntil", input: el("select", {},
        option("keep", phrase(isSuspended ? "admin.suspension.stays" : "admin.suspension.none")),
            isSuspended && option("lift", phrase("admin.suspension.lift")),
                ...suspensionLengths.map(([days, label]) => option(days, label))),
        hint: phrase("admin.suspension.hint") });
    const close = sheet(phrase("admin.changeWhom", { username: user.username }), el("div", { class: "stack" }, form({
        draft: `member:${user.id}`,
        fields: [role, suspension],
        action: phrase("admin.save"),
        send: async () => {
            const chosen = suspension.input.value;
            const suspends = chosen !== "keep" && chosen !== "lift";
            const changed = await call("changeMember", { path: { userID: user.id }, body: {
                role: /** @type {Wire.Role} */ (role.input.value), ...(chosen !== "keep" && { suspended: suspends }),
                    ...(suspends && chosen !== "" && { suspendedUntil: suspensionEnd(chosen) }),
            } });
            onChange(changed);
            close();
            /** @type {HTMLElement | null} */ (document.querySelector(`[data-member="${user.id}"] button`))?.focus();
            say(phrase("admin.saved"));
        },
    }), passwordLinkButton(user),
    session.keptTenant()?.features.includes("class") && ["teacher", "admin", "owner"].includes(user.role ?? "")
        && handover(user, () => close())));
}

/**
 * The form that gives a teacher's tasks and students to another one.
 * @param {User} user
 * @param {() => void} close
 */
function handover(user, close) {
    const to = field(phrase("admin.handover.to"),
        { name: "toUserID", required: true, autocomplete: "off", autocapitalize: "none", spellcheck: false,
        hint: phrase("admin.handover.hint") });
    return el("section", { class: "block", "aria-label": phrase("admin.handover.place") },
        el("h3", {}, phrase("admin.handover.title")), form({
        draft: `handover:${user.id}`,
        fields: [to],
        action: phrase("admin.handover"),
        weight: "minor",
        send: async () => {
            const { items: [next] } = await call("findUsers", { query: { username: valueOf(to) ?? "" } });
            if (!next) return to.fault(phrase("admin.handover.nobody")), false;
            if (!await ask({ title: phrase("admin.handover.ask", { username: next.username }),
                text: phrase("admin.handover.about", { username: user.username }), action: phrase("admin.handover"),
                weight: "main" })) return false;
            await call("handOver", { path: { userID: user.id }, body: { toUserID: next.id } });
            close();
            say(phrase("admin.handover.done", { username: next.username }));
        },
    }));
}
