// A member as a row, for those who run the community: the name, the role, the username, and since when somebody is here.
import { el } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { disc } from "../controls/person.js";
import { username } from "../controls/person-line.js";
import { clockText, dayText } from "../controls/time.js";

/** @typedef {Wire.User} User */

/**
 * A person's names; without any, undefined.
 * @param {User} user
 */
const fullName = ({ familyName, givenName }) => [givenName, familyName].filter(Boolean).join(" ") || undefined;

/** @param {string} createdAt */
const since = (createdAt) => phrase("admin.member.since", { day: dayText(new Date(createdAt)) });

/**
 * What somebody is here, as a word on a ground; undefined where the answer doesn't say it. Who may change others stands out.
 * @param {Pick<User, "bot" | "role">} user
 */
export function roleChip({ bot, role }) {
    const kind = bot ? "bot" : role;
    return kind && el("span", { class: kind === "owner" || kind === "admin" ? "role runs" : "role" },
        phrase("admin.roleName", { role: kind }));
}

/**
 * The row. Who has told no name has the username as one.
 * @param {User} user
 * @param {{action?: import("../../dom.js").Part, more?: import("../../dom.js").Part}} options `more` is a line below
 */
export function memberRow(user, { action, more } = {}) {
    const { createdAt, suspended, suspendedUntil } = user;
    const name = fullName(user);
    const end = suspendedUntil ? phrase("admin.member.suspendedUntil", { time: clockText(new Date(suspendedUntil)) })
        : suspended && phrase("admin.member.suspended");
    return el("div", { class: "about-row" }, disc(user, { large: true }),
        el("div", { class: "setting-text" },
            el("span", { class: "with-chip" }, name ? el("bdi", { class: "name" }, name) : username(user), " ", roleChip(user)),
            el("span", { class: "small soft" }, name && el("bdi", {}, `@${user.username}`), name && createdAt && " · ",
                createdAt && since(createdAt)),
            end && el("span", { class: "role bad" }, end), more),
        action);
}
