// Actions on a person: profile, mute, block, report, end the friendship. Also the way to report a room.
import { call, replica } from "../../client.js";
import { el } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { sign } from "../controls/signs.js";
import { ask, sheet } from "../controls/dialog.js";
import { undoable, withModule } from "../controls/undo.js";
import { openMenu } from "../controls/menu.js";
import { called, disc, name } from "../controls/person.js";
import { say, sentence } from "../controls/states.js";
import { dayText } from "../controls/time.js";

/** @typedef {import("../../types/wire.js").UserStub} UserStub */
/** @typedef {() => readonly import("../../types/app.js").ShownComment[]} Comments */

/**
 * A button with a menu of the actions on a person.
 * @param {UserStub} user
 * @param {Comments} [comments] what they wrote here, as evidence of a report
 */
export function personButton(user, comments) {
    const button = el("button",
        { class: "icon-button", "aria-label": phrase("people.more", { name: called(user) }), "aria-haspopup": "true",
            "aria-expanded": "false",
        onclick: () => openMenu(button, personMenu(user, button, comments), { title: name(user) }) }, sign("more"));
    return button;
}

/**
 * @param {UserStub} user
 * @param {HTMLElement} opener
 * @param {Comments} [comments]
 * @returns {import("../controls/menu.js").MenuItem[]}
 */
function personMenu(user, opener, comments) {
    const isFriend = replica.friends()?.friends.some((one) => one.id === user.id);
    const isMuted = replica.mutes()?.userIDs.includes(user.id) ?? false;
    return [
        { label: phrase("people.profile"), run: () => profile(user, opener) },
        { label: phrase(isMuted ? "people.unmute" : "people.mute"), run: () => safely(() => setMuted(user, !isMuted), opener) },
        { label: phrase("people.report"), run: () => openReport({ userID: user.id }, called(user), opener, comments) },
        ...(isFriend ? [{ label: phrase("people.part"), isBad: true,
            run: () => safely(() => part(user, opener), opener) }] : []),
        { label: phrase("people.block"), isBad: true, run: () => safely(() => block(user, opener), opener) },
    ];
}

/**
 * Opens the form that reports a thing.
 * @param {import("./report-form.js").Thing} thing
 * @param {string} named
 * @param {HTMLElement} opener
 * @param {Comments} [comments]
 */
export function openReport(thing, named, opener, comments) {
    withModule(() => import("./report-form.js"), ({ reportForm }) =>
        reportForm(thing, named, opener, { comments: comments?.() }));
}

/**
 * Does what a line of a menu is for, and says in a sheet why that failed.
 * @param {() => Promise<void>} run
 * @param {HTMLElement} opener
 */
export async function safely(run, opener) {
    try {
        await run();
    } catch (problem) {
        sheet(phrase("people.failed"), el("p", {}, sentence(problem)), { opener });
    }
}

/**
 * @param {UserStub} stub
 * @param {HTMLElement} opener
 */
async function profile(stub, opener) {
    const body = el("div", { class: "stack" });
    sheet(called(stub), body, { opener });
    try {
        const user = await call("showUser", { path: { userID: stub.id } });
        const names = [user.givenName, user.familyName].filter(Boolean).join(" ");
        body.append(el("div", { class: "line" }, disc(user, { large: true }), el("div", { class: "result-text" },
            names && el("bdi", { class: "name" }, names), el("bdi", { class: "small" }, `@${user.username}`),
            el("span", { class: "small soft" },
                [user.role && phrase("people.role", { role: user.role }),
                    user.createdAt && phrase("people.since", { day: dayText(new Date(user.createdAt)) })]
                    .filter(Boolean).join(" · ")))));
        if (replica.runsCommunity()) {
            await withModule(() => import("./password-link.js"),
                ({ passwordLinkButton }) => body.append(...[passwordLinkButton(user) ?? []].flat()));
        }
    } catch (problem) {
        body.append(el("p", { class: "bad" }, sentence(problem)));
    }
}

/**
 * Mutes or unmutes a person. The request replaces all mutes, so the current ones are read first.
 * @param {UserStub} user
 * @param {boolean} on
 */
export async function setMuted(user, on) {
    const now = await call("showMutes");
    const others = now.userIDs.filter((id) => id !== user.id);
    await replica.change("changeMutes", { body: { ...now, userIDs: on ? [...others, user.id] : others } });
    say(phrase(on ? "people.muted" : "people.unmuted", { name: called(user) }));
}

/**
 * @param {UserStub} user
 * @param {HTMLElement} opener
 */
async function part(user, opener) {
    const name = called(user);
    if (!await ask({ title: phrase("people.part.ask", { name }), text: phrase("people.part.about"),
        action: phrase("people.part"), opener })) return;
    undoable({ said: phrase("people.parting", { name }), run: async () => {
        await replica.change("unfriend", { path: { userID: user.id } });
        return phrase("people.parted");
    } });
}

/**
 * @param {UserStub} user
 * @param {HTMLElement} opener
 */
async function block(user, opener) {
    const name = called(user);
    if (!await ask({ title: phrase("people.block.ask", { name }), text: phrase("people.block.about"),
        action: phrase("people.block"), opener })) return;
    await replica.change("block", { path: { userID: user.id } });
    say(phrase("people.blocked", { name }));
}
