// One challenge: what it is, my play of it, or its results. Which of them, the server says.
import { call, replica } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill } from "../dom.js";
import { plays } from "../client/play.js";
import { beginOffer } from "../parts/play/begin-offer.js";
import { challengeCard, challengeState, challengeTitle } from "../parts/play/challenge-card.js";
import { challengeResults } from "../parts/play/results.js";
import { failure, skeleton } from "../parts/controls/states.js";
import { playTable } from "../parts/play/play-table.js";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function challenge(context) {
    const { id = "" } = context.params;
    const title = el("h1", {}, "Challenge");
    const body = el("div", { class: "stack" }, skeleton());
    /** What belongs to the play that is shown. */
    let shown = new AbortController();
    /** @type {Wire.Challenge | undefined} */
    let found;

    /**
     * @param {"ready" | "error" | "offline"} state
     * @param {...import("../dom.js").Parts} parts
     */
    function showParts(state, ...parts) {
        if (context.signal.aborted) return;
        shown.abort();
        shown = new AbortController();
        fill(body, ...parts);
        context.state(state);
        context.settled();
    }

    async function load() {
        try {
            const present = await plays.find(id);
            if (present && !present.isOver) run(present);
            found = (await answers.read("showChallenge", { path: { challengeID: id } })).answer;
            fill(title, challengeTitle(found));
            if (present && !present.isOver) return;
            if (!found.mine) return showParts("ready",
                found.ended ? over(found) : found.code ? challengeCard(found, "h2", context.signal) : beginOffer(found));
            if (found.mine.over) {
                showParts("ready", late(present),
                    await plays.isStruck(found.mine.playID)
                        && el("p", { class: "notice" }, "An admin has struck this play. It counts nowhere."), over(found));
                return present?.read();
            }
            run(await plays.adopt(await call("showPlay", { path: { playID: found.mine.playID } })));
        } catch (problem) {
            if (body.querySelector(".table")) return;
            showParts("error", failure(problem, load, { missing: "There is no such challenge, or you are not in it." }));
        }
    }

    /** @param {import("../client/play.js").RunningPlay} playing */
    function run(playing) {
        showParts("ready");
        const { signal } = shown;
        fill(body, playTable(playing, signal));
        const stop = replica.subscribe([`play:${id}`], () => {
            if (!playing.isOver || playing.row.late.length > 0) return;
            stop();
            load();
        });
        signal.addEventListener("abort", stop);
    }

    context.signal.addEventListener("abort", () => shown.abort());
    context.title("Challenge");
    load();
    return el("div", {}, bar("/play", title), body);
}

/** @param {Wire.Challenge} challenge */
function over(challenge) {
    return el("div", { class: "stack" }, el("p", { class: "figures" }, challengeState(challenge),
        challenge.mine && [" · ", el("a", { href: `/plays/${challenge.mine.playID}` }, "My moves")]), el("h2", {}, "Results"),
            challengeResults(challenge.id).node);
}

/** @param {import("../client/play.js").RunningPlay | undefined} playing */
function late(playing) {
    return playing && playing.row.late.length > 0
        && el("p", { class: "notice" }, `Too late for the server: ${playing.row.late.join(", ")}.`);
}
