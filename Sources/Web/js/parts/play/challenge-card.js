// A challenge in a list: what it is, and how far I am.
import { el, fill, icon } from "../../dom.js";
import { call, replica } from "../../client.js";
import { beginOffer } from "./begin-offer.js";
import { cubePicture } from "./cube-picture.js";
import { copyText } from "../controls/copy.js";
import { sheet } from "../controls/dialog.js";
import { actionButton } from "../controls/form.js";
import { openMenu } from "../controls/menu.js";
import { called, name } from "../controls/person.js";
import { personLine } from "../controls/person-line.js";
import { sign } from "../controls/signs.js";
import { skeleton } from "../controls/states.js";
import { stopwatch } from "./stopwatch.js";
import { clockText, dayText, hourText } from "../controls/time.js";
import { phrase, phraseAround } from "../../phrases.js";

/**
 * The title of a challenge.
 * @param {Wire.Challenge} challenge
 */
export function challengeTitle({ kind, mode, day, maker, startsAt }) {
    if (kind === "daily") {
        return day ? phrase("play.title.daily", { mode, day: dayText(new Date(`${day}T12:00`)) }) : phrase("play.mode", { mode });
    }
    const since = dayText(new Date(startsAt));
    if (!maker) return phrase("play.title.own", { mode, day: since });
    return maker.id === replica.me()?.id ? phrase("play.title.byMe", { mode, day: since })
        : phraseAround("play.title.by", { mode, day: since, person: name(replica.person(maker)) });
}

/**
 * How far the person is with a challenge, in words.
 * @param {Wire.Challenge} challenge
 */
export function challengeState(challenge) {
    const { mine, ended } = challenge;
    if (!mine) return phrase(isBeforeMe(challenge) ? "play.state.before" : ended ? "play.state.missed" : "play.state.notBegun");
    const { rank, score: points, wordCount: words } = mine;
    if (!mine.over) return phrase("play.state.running", { words, points });
    return rank ? phrase("play.state.ranked", { words, points, rank }) : phrase("play.state.over", { words, points });
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
 * @param {{title?: import("../../dom.js").Parts, more?: import("../../dom.js").Parts}} [options] `title`: in place of the
 *     challenge's; `more`: a line below what it is
 */
export function challengeCard(challenge, heading, signal, options = {}) {
    const { title = challengeTitle(challenge), more } = options;
    const { code, id, mine, mode, ended } = challenge;
    const isRunning = mine && !mine.over;
    // A challenge that waits for days leaves the main action to the day's puzzles.
    const style = code && mode === "untimed" ? "button" : "button button-main";
    return el("section", { class: "card challenge-card", data: { challenge: id } },
        cubePicture({ word: mine ? picturedWord : [], isTimed: mode === "timed" }),
        el("div", { class: "stack-tight" }, el(heading, {}, title), (mine || ended) && figures(challenge),
            more, !mine && !ended ? beginOffer(challenge) : el("div", { class: "line" },
                isRunning ? el("a", { class: style, href: `/challenges/${id}` }, phrase("play.goOn"))
                    : el("a", { class: "button", href: `/challenges/${id}` }, phrase("play.seeOthers")),
                isRunning && mode === "timed" && timeLeft(mine.playID, signal))),
        code && !ended && (isRunning ? moreButton(challenge) : own(challenge)));
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
    const { over, rank, score: points, wordCount: words } = mine;
    const score = el("strong", {}, points);
    return el("p", { class: "challenge-score figures" }, over && rank
        ? phraseAround("play.figures.ranked", { score, points, words, rank, count: Math.max(rank, playCount) })
        : phraseAround("play.figures.over", { score, points, words }));
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
        fill(place, phraseAround("play.timeLeft", { time: stopwatch({ row: { play }, limit, isOver: play.over,
            get elapsed() { return (play.elapsed ?? limit) + performance.now() - since; } }, signal, () => {}) }));
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
            el("span", { class: "small soft figures" },
                // Of the challenges of one day, the hour tells which is which.
                challenge.kind === "own" && `${hourText(new Date(challenge.startsAt))} · `, challengeState(challenge))),
    icon("next")));
}

/**
 * Code, link and invitations of an own challenge.
 * @param {Wire.Challenge} challenge
 */
function own(challenge) {
    const { code = "", endsAt, mine } = challenge;
    return el("div", { class: "line challenge-own" }, el("span", { class: "small" },
        phraseAround("play.code", { code: el("code", {}, code) })),
    ...sharing(challenge).map(({ label, run }) => {
        const button = el("button", { class: "button button-small", onclick: () => run(button) }, label);
        return button;
    }),
    // What hasn't begun says it already.
    mine && el("span", { class: "small soft" }, phrase("play.until", { time: clockText(new Date(endsAt)) })));
}

/**
 * The same for a challenge that runs, in a menu.
 * @param {Wire.Challenge} challenge
 */
function moreButton(challenge) {
    const { code = "", endsAt } = challenge;
    const until = phrase("play.until", { time: clockText(new Date(endsAt)) });
    const button = el("button", { class: "icon-button", "aria-label": phrase("play.table.more"), "aria-haspopup": "true",
        "aria-expanded": "false", onclick: () => openMenu(button,
            sharing(challenge).map(({ label, run }) => ({ label, run: () => run(button) })),
            { head: el("p", { class: "menu-code small" },
                phraseAround("play.code", { code: el("code", {}, code) }), " · ", until) }) },
    sign("more"));
    return button;
}

/**
 * What brings others into an own challenge.
 * @param {Wire.Challenge} challenge
 */
const sharing = ({ code = "", id, maker }) => [
    { label: phrase("play.copyLink"), run: () => void copyText(`${location.origin}/play#${code}`, phrase("play.linkCopied")) },
    ...maker?.id === replica.me()?.id ? [{ label: phrase("play.invite.title"),
        run: (/** @type {HTMLElement} */ opener) => inviteFriends(id, opener) }] : []];

/**
 * @param {string} challengeID
 * @param {HTMLElement} opener
 */
function inviteFriends(challengeID, opener) {
    const list = el("div", {});
    // Right after signing in, the copy isn't whole, and the friends come while the list is open.
    const stop = replica.friends() ? () => {} : replica.subscribe(["friends"], () => showFriends());
    const showFriends = () => {
        fill(list, friends(challengeID));
        if (replica.friends()) stop();
    };
    showFriends();
    sheet(phrase("play.invite.title"), list, { opener, onClose: stop });
}

/** @param {string} challengeID */
function friends(challengeID) {
    const people = replica.friends()?.friends;
    if (!people) return skeleton();
    if (people.length === 0) return el("p", {}, phrase("play.invite.nobody"));
    return el("ul", { class: "list" }, ...people.map((person) => {
        const place = el("span", {});
        fill(place, actionButton(phrase("play.invite.action"), async () => {
            await call("addPlayer", { path: { challengeID, userID: person.id } });
            fill(place, phrase("play.invite.done"));
            return phrase("play.invite.said", { person: called(person) });
        }, { class: "button button-small", about: called(person) }));
        return el("li", {}, personLine(person, { actions: place }));
    }));
}
