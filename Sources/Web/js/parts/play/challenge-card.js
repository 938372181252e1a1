// A challenge in a list: what it is, and how far I am.
import { el, fill, icon } from "../../dom.js";
import { call, replica } from "../../client.js";
import { beginOffer } from "./begin-offer.js";
import { cubePicture } from "./cube-picture.js";
import { copyText } from "../controls/copy.js";
import { sheet } from "../controls/dialog.js";
import { actionButton } from "../controls/form.js";
import { called, name } from "../controls/person.js";
import { personLine } from "../controls/person-line.js";
import { skeleton } from "../controls/states.js";
import { stopwatch, untilText } from "./stopwatch.js";
import { dayText } from "../controls/time.js";

/**
 * The title of a challenge.
 * @param {Wire.Challenge} challenge
 */
export function challengeTitle({ kind, mode, day, maker, startsAt }) {
    const what = mode === "timed" ? "Timed" : "Untimed";
    if (kind === "daily") return [what, day && ` · ${dayText(new Date(`${day}T12:00`))}`];
    return [what, " · ", maker ? maker.id === replica.me()?.id ? "by me" : ["by ", name(replica.person(maker))]
        : "own challenge", `, ${dayText(new Date(startsAt))}`].flat();
}

/**
 * How far the person is with a challenge, in words.
 * @param {Wire.Challenge} challenge
 */
export function challengeState(challenge) {
    const { mine, ended } = challenge;
    if (!mine) return isBeforeMe(challenge) ? "From before you joined." : ended ? "Over. Not played." : "Not begun";
    const words = `${mine.wordCount} ${mine.wordCount === 1 ? "word" : "words"}, ${mine.score} points`;
    return mine.over ? `${words}${mine.rank ? `, rank ${mine.rank}` : ""}` : `Running: ${words}`;
}

/**
 * Whether a daily challenge was over before I was here, so that it says nothing of me.
 * @param {Wire.Challenge} challenge
 */
export const isBeforeMe = ({ endsAt, kind, mine }) => kind === "daily" && !mine && endsAt <= (replica.me()?.createdAt ?? "");

/**
 * A challenge as a card.
 * @param {Wire.Challenge} challenge
 * @param {"h2" | "h3"} heading
 * @param {AbortSignal} signal aborted when the card is gone
 * @param {import("../../dom.js").Parts} [title] in place of the challenge's
 */
export function challengeCard(challenge, heading, signal, title = challengeTitle(challenge)) {
    const { id, mine, mode, ended } = challenge;
    const isRunning = mine && !mine.over;
    return el("section", { class: "card challenge-card", data: { challenge: id } },
        cubePicture({ word: mine ? picturedWord : [], isTimed: mode === "timed" }),
        el("div", { class: "stack-tight" }, el(heading, {}, title), (mine || ended) && figures(challenge),
            !mine && !ended ? beginOffer(challenge) : el("div", { class: "line" },
                isRunning ? el("a", { class: "button button-main", href: `/challenges/${id}` }, "Go on")
                    : el("a", { class: "button", href: `/challenges/${id}` }, "See how others did it"),
                isRunning && mode === "timed" && timeLeft(mine.playID, signal))),
        challenge.code && !ended && own(challenge));
}

/** The line on the picture of a cube that one has played. */
const picturedWord = ["top 0 1", "top 1 2", "left 2 0", "right 0 1", "right 1 1"];

/**
 * How far I am: the score large, and the rest in words.
 * @param {Wire.Challenge} challenge
 */
function figures(challenge) {
    const { mine, playCount } = challenge;
    if (!mine) return el("p", {}, challengeState(challenge));
    const words = `${mine.wordCount} ${mine.wordCount === 1 ? "word" : "words"}`;
    return el("p", { class: "challenge-score figures" }, el("strong", {}, mine.score), el("span", {}, " points · ", words,
        mine.over ? mine.rank && ` · rank ${mine.rank} of ${Math.max(mine.rank, playCount)}` : " · running"));
}

/**
 * What is left of a play that runs, here or on another device.
 * @param {string} playID
 * @param {AbortSignal} signal
 */
function timeLeft(playID, signal) {
    const place = el("span", {});
    call("showPlay", { path: { playID } }).then((play) => {
        const since = performance.now();
        const limit = Date.parse(play.endsAt) - Date.parse(play.startedAt);
        if (signal.aborted || play.elapsed === undefined) return;
        fill(place, stopwatch({ row: { play }, limit, isOver: play.over,
            get elapsed() { return (play.elapsed ?? limit) + performance.now() - since; } }, signal, () => {}), " left");
    }, () => {});
    return place;
}

/**
 * A challenge as a row of a list.
 * @param {Wire.Challenge} challenge
 */
export function challengeRow(challenge) {
    return el("li", {}, el("a", { class: "ranked", href: `/challenges/${challenge.id}`, data: { challenge: challenge.id } },
        el("span", { class: "person-text" }, el("span", {}, challengeTitle(challenge)),
            el("span", { class: "small soft figures" }, challengeState(challenge))), icon("next")));
}

/**
 * Code, link and invitations of an own challenge.
 * @param {Wire.Challenge} challenge
 */
function own({ id, code = "", maker, endsAt, mine }) {
    const link = `${location.origin}/play#${code}`;
    const invite = el("button", { class: "button button-small" }, "Invite friends");
    invite.addEventListener("click", () => {
        const list = el("div", {});
        // Right after signing in, the copy isn't whole, and the friends come while the list is open.
        const stop = replica.friends() ? () => {} : replica.subscribe(["friends"], () => showFriends());
        const showFriends = () => {
            fill(list, friends(id));
            if (replica.friends()) stop();
        };
        showFriends();
        sheet("Invite friends", list, { opener: invite, onClose: stop });
    });
    return el("div", { class: "line challenge-own" }, el("span", { class: "small" }, "Code ", el("code", {}, code)),
        el("button", { class: "button button-small", onclick: () => copyText(link, "Link copied.") }, "Copy link"),
        maker?.id === replica.me()?.id && invite,
        // What hasn't begun says it already.
        mine && el("span", { class: "small soft" }, untilText(endsAt)));
}

/** @param {string} challengeID */
function friends(challengeID) {
    const people = replica.friends()?.friends;
    if (!people) return skeleton();
    if (people.length === 0) return el("p", {}, "You have no friends here yet.");
    return el("ul", { class: "list" }, ...people.map((person) => {
        const place = el("span", {});
        fill(place, actionButton("Invite", async () => {
            await call("addPlayer", { path: { challengeID, userID: person.id } });
            fill(place, "Invited");
            return `${called(person)} is invited.`;
        }, { class: "button button-small", about: called(person) }));
        return el("li", {}, personLine(person, { actions: place }));
    }));
}
