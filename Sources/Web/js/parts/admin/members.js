// The members of the community for those who run it: roles, suspensions, and the handing over of a class.
import { call, replica, session } from "../../client.js";
import { el, fill } from "../../dom.js";
import { ask, sheet } from "../controls/dialog.js";
import { field, form, valueOf } from "../controls/form.js";
import { capitalised, inviteButton, rolesToGive } from "../people/invites.js";
import { mayChange, passwordLinkButton } from "../people/password-link.js";
import { pagedList } from "../controls/paged-list.js";
import { say } from "../controls/states.js";
import { memberRow, sinceText } from "./member-row.js";

/** @typedef {Wire.User} User */

/** The time from the last key to the search, in milliseconds. */
const pause = 300;

/** The lengths of suspensions: the number of days, and its words. */
export const suspensionLengths = /** @type {const} */ ([["1", "For a day"], ["7", "For a week"], ["30", "For 30 days"],
    ["", "Without end"]]);

/**
 * The time at which a suspension for this number of days ends; undefined without an end.
 * @param {string} days
 */
export const suspensionEnd = (days) => days === "" ? undefined
    : new Date(replica.now() + Number(days) * 86_400_000).toISOString();

/** The list of members, with a search and the actions on each. */
export function memberList() {
    const beginning = field("Search by username",
        { name: "beginning", type: "search", autocomplete: "off", autocapitalize: "none", spellcheck: false });
    const count = el("p", { class: "small soft" });
    const list = pagedList({
        page: async (after) => {
            const typed = valueOf(beginning);
            const found = await call("listMembers",
                { query: { limit: 50, ...(typed && { beginning: typed }), ...(after && { after }) } });
            if (after) return found;
            const number = found.next ? "More than 50 members"
                : found.items.length === 1 ? "1 member" : `${found.items.length} members`;
            fill(count, number);
            if (typed) say(`${number}.`);
            return found;
        },
        line, empty: "Nobody.", class: "card list beside",
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
            && el("button", { class: "button button-small", "aria-label": `Change ${user.username}`,
                onclick: () => change(user, showMember) }, "Change");
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
    const option = (/** @type {string} */ value, /** @type {string} */ label = value) => el("option", { value }, label);
    const role = field("Role",
        { name: "role", input: el("select", {}, ...rolesToGive(replica.me()?.role).filter(Boolean)
            .map((one) => option(one, capitalised(one)))),
            value: user.role });
    const isSuspended = user.suspended ?? false;
    const suspension = field("Suspension", { name: "suspendedUntil", input: el("select", {},
        option("keep", isSuspended ? "Suspended, as it is now" : "Not suspended"),
            isSuspended && option("lift", "Not suspended any more"),
                ...suspensionLengths.map(([days, label]) => option(days, label))),
        hint: "A suspension signs the person out everywhere. What they wrote stays." });
    const close = sheet(`Change ${user.username}`, el("div", { class: "stack" },
        user.createdAt && el("p", { class: "small soft" }, capitalised(sinceText(user.createdAt))), form({
        draft: `member:${user.id}`,
        fields: [role, suspension],
        action: "Save",
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
            say("Saved.");
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
    const to = field("Username of the next teacher",
        { name: "toUserID", required: true, autocomplete: "off", autocapitalize: "none", spellcheck: false,
        hint: "All tasks and students go to them. Nothing is closed or deleted." });
    return el("section", { class: "block", "aria-label": "Class" }, el("h3", {}, "Hand the class over"), form({
        draft: `handover:${user.id}`,
        fields: [to],
        action: "Hand over",
        weight: "minor",
        send: async () => {
            const { items: [next] } = await call("findUsers", { query: { username: valueOf(to) ?? "" } });
            if (!next) return to.fault("There is nobody of this username."), false;
            if (!await ask({ title: `Hand the class over to ${next.username}?`,
                text: `All of ${user.username}’s tasks and students go to them at once.`, action: "Hand over",
                    weight: "main" })) return false;
            await call("handOver", { path: { userID: user.id }, body: { toUserID: next.id } });
            close();
            say(`${next.username} has the class now.`);
        },
    }));
}
