// One challenge: what it is, my play of it, or its results. Which of them, the server says.
import { call, replica } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill } from "../dom.js";
import { plays } from "../client/play.js";
import { beginOffer } from "../parts/play/begin-offer.js";
import { challengeCard, challengeState, challengeTitle } from "../parts/play/challenge-card.js";
import { cubePicture } from "../parts/play/cube-picture.js";
import { offerFirstSteps } from "../parts/play/first-steps.js";
import { helpButton } from "../parts/play/how-to-play.js";
import { arrive } from "../parts/controls/motion.js";
import { nextPuzzle } from "../parts/play/next-puzzle.js";
import { ownResult } from "../parts/play/own-result.js";
import { challengeResults } from "../parts/play/results.js";
import { asProblem, emptyState, failure, skeleton } from "../parts/controls/states.js";
import { PlayTable } from "../parts/play/play-table.js";
import { listed, phrase } from "../phrases.js";

/** @typedef {import("../client/play.js").RunningPlay} RunningPlay */

/** @type {import("../parts/frame/frame.js").Screen} */
export default function challenge(context) {
    const { id = "" } = context.params;
    const title = el("h1", {}, phrase("play.challenge.title"));
    const body = el("div", { class: "stack" }, skeleton());
    const help = helpButton(context.signal);
    /** What stands at the end of the bar: how to play, or the menu of a play that runs. */
    const end = el("span", { class: "act" }, help);
    /** What belongs to the play that is shown. */
    let shown = new AbortController();
    /** Whether it was played just now. */
    let wasPlayed = false;

    function showParts(/** @type {"ready" | "error" | "offline"} */ state, /** @type {import("../dom.js").Parts[]} */ ...parts) {
        if (context.signal.aborted) return;
        shown.abort();
        shown = new AbortController();
        fill(body, ...parts);
        fill(end, help);
        context.state(state);
        context.settled();
    }

    async function load() {
        try {
            const present = await plays.find(id);
            if (present && !present.isOver) run(present);
            const { answer: found } = await answers.read("showChallenge", { path: { challengeID: id } });
            fill(title, challengeTitle(found));
            if (present && !present.isOver) return;
            if (found.mine && !found.mine.over) {
                return run(await plays.adopt(await call("showPlay", { path: { playID: found.mine.playID } })));
            }
            showParts("ready", ...await partsOf(found, present, context.signal));
            const result = body.querySelector(".own-result");
            if (wasPlayed && result) arrive(result);
            wasPlayed = false;
            if (found.mine) present?.read();
        } catch (problem) {
            if (body.querySelector(".table")) return;
            showParts("error", asProblem(problem).status === 404 ? emptyState(phrase("play.challenge.missing"),
                el("a", { class: "button", href: "/play" }, phrase("play.challenge.toPuzzles"))) : failure(problem, load));
        }
    }

    /** @param {RunningPlay} playing */
    function run(playing) {
        showParts("ready");
        const table = new PlayTable(playing, shown.signal);
        fill(body, table.node);
        fill(end, table.more);
        whenOver(playing, shown.signal, () => {
            wasPlayed = true;
            load();
        });
    }

    context.signal.addEventListener("abort", () => shown.abort());
    context.title(phrase("play.challenge.title"));
    load();
    return el("div", {}, bar("/play", title, end), body);
}

/** Does something once the play is over, unless something of it came too late. */
function whenOver(/** @type {RunningPlay} */ playing, /** @type {AbortSignal} */ signal, /** @type {() => void} */ run) {
    const stop = replica.subscribe([`play:${playing.row.play.challengeID}`], () => {
        if (!playing.isOver || playing.row.late.length > 0) return;
        stop();
        run();
    });
    signal.addEventListener("abort", stop);
}

/**
 * What is shown of a challenge that I don't play now: an offer, or the results.
 * @param {Wire.Challenge} found
 * @param {RunningPlay | undefined} present
 * @param {AbortSignal} signal
 */
async function partsOf(found, present, signal) {
    if (!found.mine) {
        return [found.ended ? over(found, signal) : [offerFirstSteps(signal), found.code ? challengeCard(found, "h2", signal)
            : el("section", { class: "card challenge-card" }, cubePicture({ isTimed: found.mode === "timed" }),
                beginOffer(found))]].flat();
    }
    const isStruck = await plays.isStruck(found.mine.playID);
    return [late(present), isStruck && el("p", { class: "notice" }, phrase("play.challenge.struck")),
        over(found, signal)];
}

/**
 * @param {Wire.Challenge} challenge
 * @param {AbortSignal} signal
 */
function over(challenge, signal) {
    return el("div", { class: "over" }, challenge.mine
        ? el("div", { class: "stack" }, ownResult(challenge, signal), nextPuzzle(challenge))
        : el("p", {}, challengeState(challenge)), el("section", { class: "stack", "aria-labelledby": "results" },
        el("h2", { id: "results" }, phrase("play.results.title")), challengeResults(challenge.id)));
}

/** @param {RunningPlay | undefined} playing */
function late(playing) {
    return playing && playing.row.late.length > 0
        && el("p", { class: "notice" }, phrase("play.note.late", { words: listed(playing.row.late, "unit") }));
}
