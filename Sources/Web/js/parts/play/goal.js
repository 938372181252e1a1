// What a play is measured by while it runs: my best one of the daily puzzles, and what a friend made of the last one.
import { call, replica } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill, set } from "../../dom.js";
import { called } from "../controls/person.js";
import { dayText } from "../controls/time.js";
import { isMine } from "./results.js";
import { phrase } from "../../phrases.js";

/** @typedef {{score: number, friend?: {person: () => string, day: string}}} Goal without a friend, it is my own best score */

/**
 * What a score has to reach next, in words, with how much of it is done; undefined without a goal.
 * @param {readonly Goal[]} goals
 * @param {number} score
 */
export function goalAt(goals, score) {
    const inOrder = [...goals].sort((one, other) => one.score - other.score);
    const next = inOrder.find((goal) => goal.score >= score) ?? inOrder.at(-1);
    if (!next) return undefined;
    const { friend, score: wanted } = next;
    const how = score > wanted ? "past" : score === wanted ? "level" : "short";
    const missing = wanted - score;
    const text = friend ? phrase("play.goal.friend", { how, missing, score: wanted, person: friend.person(), day: friend.day })
        : phrase("play.goal.own", { how, missing, score: wanted });
    return { text, part: Math.min(1, score / wanted) };
}

/**
 * The line below a score that says what it has to reach, once that is known. All puzzles have the same letters, so scores of
 * different days compare. Nobody's score of a puzzle that still runs is told.
 * @param {Pick<Wire.Play, "id" | "mode">} play
 */
export function goalLine(play) {
    const node = el("p", { class: "goal small soft figures", hidden: true });
    /** @type {readonly Goal[]} */
    let goals = [];
    let score = 0;
    const show = (now = score) => {
        score = now;
        const goal = goalAt(goals, score);
        node.hidden = !goal;
        fill(node, goal?.text);
        set(node, { vars: { part: goal?.part ?? 0 } });
    };
    Promise.allSettled([ownBest(play), friendsBest(play.mode)]).then((found) => {
        goals = found.flatMap((one) => one.status === "fulfilled" && one.value ? [one.value] : []);
        show();
    });
    return { node, show };
}

/**
 * @param {Pick<Wire.Play, "id" | "mode">} play
 * @returns {Promise<Goal | undefined>}
 */
async function ownBest({ id, mode }) {
    const { answer: { bestTimed, bestUntimed } } = await answers.read("showPlayProfile");
    const best = mode === "timed" ? bestTimed : bestUntimed;
    return best && best.playID !== id ? { score: best.score } : undefined;
}

/**
 * @param {Wire.PlayMode} mode
 * @returns {Promise<Goal | undefined>}
 */
async function friendsBest(mode) {
    const { best, last } = await lastPuzzle(mode) ?? {};
    const { score = 0, user } = best ?? {};
    const day = dayText(new Date(`${last?.day}T12:00`));
    return user && { score, friend: { person: () => called(replica.person(user)), day } };
}

/**
 * The last daily puzzle that is over, and the best result of a friend.
 * @param {Wire.PlayMode} mode
 */
async function lastPuzzle(mode) {
    const { items } = await call("listChallenges", { query: { kind: "daily", mode, limit: 2 } });
    const last = items.find(({ ended }) => ended);
    if (!last?.day) return undefined;
    const found = await call("listResults", { path: { challengeID: last.id }, query: { scope: "friends", limit: 2 } });
    return { last, best: found.items.find((one) => one.user && !isMine(one)) };
}

const dayLength = 86_400_000;

/**
 * A line that says what I and the best friend had the day before, once that is known.
 * @param {Pick<Wire.Challenge, "day" | "mode">} challenge of today
 * @param {AbortSignal} signal
 */
export function yesterdayLine({ day = "", mode }, signal) {
    const node = el("p", { class: "small yesterday figures" });
    lastPuzzle(mode).then((found) => {
        const { best, last } = found ?? {};
        const mine = last?.mine?.score ?? 0;
        if (!last?.day || Date.parse(day) - Date.parse(last.day) !== dayLength || !(mine || best)) return;
        const [who, theirs] = [!best ? "me" : mine ? "both" : "friend", best?.score ?? 0];
        const show = () => fill(node, phrase("play.begin.yesterday", { who, mine, theirs, person: called(best?.user) }));
        show();
        // Names come with the rest of the copy.
        if (!signal.aborted) signal.addEventListener("abort", replica.subscribe(["people"], show));
    }, () => {});
    return node;
}
