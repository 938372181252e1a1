// Somebody's play, move by move.
import { call, replica } from "../client.js";
import { el, fill, icon, mark } from "../dom.js";
import { Game, loadWords } from "../client/play.js";
import { goBackTo } from "../parts/frame/go-back.js";
import { cube } from "../parts/play/cube.js";
import { ask } from "../parts/controls/dialog.js";
import { openMenu } from "../parts/controls/menu.js";
import { disc, name } from "../parts/controls/person.js";
import { sign } from "../parts/controls/signs.js";
import { asProblem, emptyState, failure, say, sentence, skeleton } from "../parts/controls/states.js";
import { flatButton, turnButtons } from "../parts/play/turn-buttons.js";
import { phrase, phraseAround } from "../phrases.js";

/** How long a move is shown while the replay runs by itself, in milliseconds. */
const pause = 1500;

/** @type {import("../parts/frame/frame.js").Screen} */
export default function replay(context) {
    const { id = "" } = context.params;
    const body = el("div", { class: "stack" }, skeleton());
    const back = el("a", { class: "icon-button", href: "/play", "aria-label": phrase("play.back") }, icon("back"));
    const more = el("span", { class: "act" });
    const load = async () => {
        try {
            const play = await call("showPlay", { path: { playID: id } });
            mark(back, "href", `/challenges/${play.challengeID}`);
            if (context.signal.aborted) return;
            fill(body, watched(play, context.signal));
            fill(more, mayStrike(play) && strikeMenu(play));
            context.state("ready");
        } catch (problem) {
            context.state("error");
            fill(body, asProblem(problem).status === 404 ? emptyState(phrase("play.replay.missing"),
                el("a", { class: "button", href: "/play" }, phrase("play.challenge.toPuzzles"))) : failure(problem, load));
        }
        context.settled();
    };
    context.title(phrase("play.replay.title"));
    load();
    return el("div", {}, el("header", { class: "bar" }, back, el("h1", {}, phrase("play.replay.title")), more), body);
}

/**
 * @param {Wire.Play} play
 * @param {AbortSignal} signal
 */
function watched(play, signal) {
    const { moves, letters } = play;
    const shape = cube({});
    const about = el("p", { class: "replay-move", role: "status" });
    const list = el("ol", { class: "moves" }, ...moves.map((move, place) => el("li", {},
        el("button", { class: "move", onclick: () => showMove(place) },
            el("bdi", {}, move.word ?? phrase("play.replay.removed")), " ",
            el("span", { class: "figures soft" }, move.score ?? "")))));
    const slider = el("input",
        { type: "range", min: "0", max: String(moves.length), step: "1", value: "0", "aria-label": phrase("play.replay.move"),
            oninput: () => showMove(Number(slider.value)) });
    /** @type {import("../client/play.js").Words | undefined} */
    let words;
    let at = 0;

    /** @param {number} next the moves before the one that is shown. */
    function showMove(next) {
        at = Math.max(0, Math.min(moves.length, next));
        slider.value = String(at);
        const move = moves[at];
        shape.update({ game: new Game(letters, words, Infinity, moves.slice(0, at)),
            path: move?.faces ?? (move?.cubelet === undefined ? [] : [0, 1, 2].map((axis) => 3 * (move.cubelet ?? 0) + axis)) });
        const text = !move ? phrase("play.replay.end", { points: play.score })
            : !move.word ? phrase("play.replay.removal")
                : phrase("play.replay.word", { word: move.word, points: move.score ?? 0 });
        fill(about, move && play.mode === "timed" && el("span", { class: "soft figures" },
            `${Math.floor(move.at / 60_000)}:${String(Math.floor(move.at / 1000) % 60).padStart(2, "0")} `), text);
        mark(slider, "aria-valuetext", text);
        for (const [place, { firstElementChild: one }] of [...list.children].entries()) if (one) mark(one, "aria-current",
            place === at && "true");
    }
    const step = (/** @type {string} */ label, /** @type {number} */ by) =>
        el("button", { class: "icon-button", "aria-label": label, onclick: () => showMove(at + by) },
            icon(by < 0 ? "back" : "next"));
    let timer = 0;
    const run = el("button", { class: "icon-button", onclick: () => setRunning(timer === 0) });
    /** @param {boolean} isRunning whether it goes on by itself, from its beginning if it is at its end */
    function setRunning(isRunning) {
        clearInterval(timer);
        timer = isRunning ? window.setInterval(() => {
            showMove(at + 1);
            if (at === moves.length) setRunning(false);
        }, pause) : 0;
        fill(run, sign(isRunning ? "pause" : "play"));
        mark(run, "aria-label", phrase(isRunning ? "play.replay.pause" : "play.replay.run"));
        if (isRunning && at === moves.length) showMove(0);
    }
    setRunning(false);
    signal.addEventListener("abort", () => clearInterval(timer));
    showMove(0);
    loadWords(play.wordListID).then((found) => {
        words = found;
        showMove(at);
    }, () => {});
    const person = replica.person(play.user);
    return el("div", { class: "table", data: { play: play.id, mode: play.mode } },
        el("div", { class: "table-head" }, el("span", { class: "line" }, disc(person, { large: true }), name(person)),
            el("span", { class: "table-score figures" },
                phraseAround("play.points", { score: el("strong", {}, play.score), points: play.score }),
                play.rank && [" ", el("span", { class: "small soft" }, phrase("play.replay.rank", { rank: play.rank }))]),
            play.struck && el("span", { class: "bad" }, phrase("play.replay.struck"))),
        el("div", { class: "table-cube" }, shape.node,
            el("div", { class: "turns" }, turnButtons(shape.turn), flatButton(shape.node, signal)), about,
            el("div", { class: "line replay" }, step(phrase("play.replay.previous"), -1), moves.length > 1 && run,
                step(phrase("play.replay.next"), 1), slider)),
        el("section", { class: "table-side stack", "aria-labelledby": "moves" },
            el("h2", { id: "moves" }, phrase("play.replay.moves")), list));
}

/** @param {Wire.Play} play */
const mayStrike = ({ struck }) => ["admin", "owner"].includes(replica.me()?.role ?? "") && !struck;

/** @param {Wire.Play} play */
function strikeMenu(play) {
    const [label, hint] = [phrase("play.strike.action"), phrase("play.strike.about")];
    const button = el("button", { class: "icon-button", "aria-label": phrase("play.table.more"), "aria-haspopup": "true",
        "aria-expanded": "false", onclick: () => openMenu(button, [{ label, hint, isBad: true, run: strike }]) }, sign("more"));
    async function strike() {
        if (!await ask({ title: phrase("play.strike.ask"), text: hint, action: label, opener: button })) return;
        try {
            await call("strikePlay", { path: { playID: play.id } });
            say(phrase("play.strike.done"));
            goBackTo(`/challenges/${play.challengeID}`);
        } catch (problem) {
            say(sentence(problem));
        }
    }
    return button;
}
