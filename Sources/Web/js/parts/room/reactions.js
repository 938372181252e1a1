// The reactions to a comment: pills with counts, pressed where one is mine. Who reacted shows on hover and focus,
// and where there is no pointer on a tap.
import { el, fill } from "../../dom.js";
import { outbox, replica } from "../../client.js";
import { disc, discs, name, namesInWords } from "../controls/person.js";
import { reactAndRemember } from "./recent-emoji.js";
import { openPopover, placePopover } from "../controls/menu.js";
import { phrase } from "../../phrases.js";

/** @typedef {import("../../types/app.js").ShownComment} ShownComment */

const who = el("div", { class: "menu who small", popover: "manual", "aria-hidden": "true" });
/** The distance of the names from the reactions and from the window's edge, in pixels. */
const gap = 8;
/** By what the last press was. */
let pressedBy = "mouse";

/**
 * The reactions to a comment, as buttons with counts.
 * @param {ShownComment} comment
 */
export function reactionPills(comment) {
    return (comment.reactions ?? []).length > 0
        && el("div", { class: "reactions" }, ...(comment.reactions ?? []).map((reaction) => pill(comment, reaction)));
}

/**
 * @param {ShownComment} comment
 * @param {import("../../types/wire.js").Reaction} reaction
 */
function pill(comment, { emoji, userIDs, count }) {
    const isMine = userIDs.includes(replica.me()?.id ?? "");
    const members = replica.room(comment.roomID)?.members.map((member) => member.user) ?? [];
    const people = userIDs.flatMap((id) => members.find((member) => member.id === id) ?? replica.people().get(id) ?? []);
    const others = count - people.length;
    const names = people.length === 0 ? phrase("room.reactions.people", { count })
        : others > 0 ? phrase("room.reactions.namesAndMore", { names: namesInWords(people), count: others })
        : namesInWords(people);
    const about = () => [people.length > 0 && discs(people), el("p", {}, names)];
    const showNames = (/** @type {Event} */ { currentTarget }) =>
        showWho(/** @type {HTMLElement} */ (currentTarget), about());
    const toggle = () => isMine ? outbox.react(comment.roomID, { commentID: comment.id, emoji, on: false })
        : reactAndRemember(comment, emoji);
    return el("button", {
        class: "reaction figures", "aria-pressed": isMine, data: { emoji },
        "aria-label": phrase("room.reactions.label", { emoji, count, names }),
        onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && showNames(event),
        onpointerdown: (/** @type {PointerEvent} */ { pointerType }) => { pressedBy = pointerType; },
        onpointerleave: hideWho, onpointercancel: hideWho, onblur: hideWho,
        onfocus: (/** @type {FocusEvent} */ event) => event.target instanceof Element && event.target.matches(":focus-visible")
            && showNames(event),
        onclick: (/** @type {MouseEvent} */ { currentTarget, detail }) => {
            hideWho();
            if (detail > 0 && pressedBy !== "mouse") {
                showPeople(/** @type {HTMLElement} */ (currentTarget), { title: `${emoji} ${count}`, people, names, others },
                    { label: phrase(isMine ? "room.reactions.takeBack" : "room.reactions.react", { emoji }), run: toggle });
            } else toggle();
        },
    }, emoji, " ", String(count));
}

/**
 * Says on a phone who reacted, with the button that does the same or takes it back.
 * @param {HTMLElement} pill
 * @param {{title: string, people: readonly import("../../types/wire.js").UserStub[], names: string, others: number}} about
 * @param {{label: string, run: () => void}} action
 */
function showPeople(pill, { title, people, names, others }, { label, run }) {
    const button = el("button", { class: "button" }, label);
    const popover = el("div", { class: "menu people" }, el("h2", { class: "figures" }, title),
        el("ul", {}, ...people.map((person) => el("li", {}, disc(person), name(person))),
            others > 0 && el("li", { class: "soft" },
                people.length > 0 ? phrase("room.reactions.andMore", { count: others }) : names)),
        button);
    button.addEventListener("click", () => {
        popover.hidePopover();
        run();
    });
    openPopover(pill, popover);
}

/**
 * @param {HTMLElement} button
 * @param {import("../../dom.js").Part[]} about the people
 */
function showWho(button, about) {
    fill(who, ...about);
    // It goes with the button, should that go.
    button.after(who);
    who.showPopover();
    placeWho(button);
}

/**
 * Places the names beside the reactions, where there are no words, or above them if they are too long.
 * @param {HTMLElement} button
 */
function placeWho(button) {
    const last = [...button.parentElement?.querySelectorAll(".reaction") ?? []].at(-1)?.getBoundingClientRect();
    const { height, width } = who.getBoundingClientRect();
    if (!last) return;
    const left = getComputedStyle(button).direction === "rtl" ? last.left - width - gap : last.right + gap;
    if (left < gap || left + width > innerWidth - gap) return placePopover(who, button, { isAbove: true });
    who.style.setProperty("left", `${left}px`);
    who.style.setProperty("top", `${last.top + (last.height - height) / 2}px`);
}

function hideWho() {
    who.remove();
}
