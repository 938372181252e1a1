// Today's puzzles, my own challenges, and what friends did in what I have played.
import { call, loaded, replica } from "../client.js";
import { answers } from "../client/answers.js";
import { el, fill, refill } from "../dom.js";
import { go, puzzleName } from "../routes.js";
import { challengeCard, challengeRow } from "../parts/play/challenge-card.js";
import { offerFirstSteps } from "../parts/play/first-steps.js";
import { yesterdayLine } from "../parts/play/goal.js";
import { helpButton } from "../parts/play/how-to-play.js";
import { streak } from "../parts/play/streak.js";
import { choice, radios } from "../parts/controls/choices.js";
import { field, form } from "../parts/controls/form.js";
import { KeptID } from "../parts/controls/kept-id.js";
import { called, disc, name } from "../parts/controls/person.js";
import { scoreRow } from "../parts/play/results.js";
import { asOf, failure, say, skeleton } from "../parts/controls/states.js";
import { phrase } from "../phrases.js";

/** The longest time that a timer of the browser can wait, in milliseconds. */
const longest = 2 ** 31 - 1;

/** How long today's puzzles wait for what stands above them, in milliseconds. */
const patience = 1000;

/** @type {import("../parts/frame/frame.js").Screen} */
export default function play(context) {
    if (context.params.code === "me") return lazy(context, () => import("./my-play.js"));
    const age = el("div", {});
    const [top, place] = [el("div", { class: "asked" }), el("div", { class: "asked" })];
    /**
     * @param {Node} node
     * @param {HTMLElement} at
     */
    const showForm = (node, at = place) => {
        fill(at, node);
        at.querySelector("input")?.focus();
    };
    const code = () => decodeURIComponent(location.hash.slice(1)) || context.params.code;
    const arrive = () => { if (code()) showForm(joining(code() ?? ""), top); };
    addEventListener("hashchange", arrive, { signal: context.signal });
    arrive();

    const buttons = el("div", { class: "line" },
        el("button", { class: "button", onclick: () => showForm(newChallenge()) }, phrase("play.new.title")),
        el("button", { class: "button", onclick: () => showForm(joining("")) }, phrase("play.join.title")));
    context.title(puzzleName);
    const own = ownChallenges(context.signal);
    return el("div", {}, el("header", { class: "bar" }, el("h1", {}, puzzleName), helpButton(context.signal), age,
        el("nav", { class: "act", "aria-label": puzzleName },
            el("a", { class: "button", href: "/boards" }, phrase("play.boards.title")),
            el("a", { class: "button", href: "/play/me" }, phrase("play.mine.title")))),
    offerFirstSteps(context.signal), top, own.running, today(context, age, own.known),
    el("section", { class: "block own-challenges", "aria-labelledby": "own" },
        el("h2", { id: "own" }, phrase("play.challenges")), buttons, place, own.others));
}

/**
 * Today's puzzles, the one that runs first.
 * @param {import("../parts/frame/frame.js").Context} context
 * @param {HTMLElement} age says as of when they are, without network
 * @param {Promise<void>} before what stands above them, so that they don't move once it is there
 */
function today({ settled, signal, state }, age, before) {
    const node = el("div", { class: "stack" }, skeleton(4));
    let key = "";
    /** What belongs to the cards that are shown. */
    let shown = new AbortController();
    let timer = 0;
    const puzzles = answers.watch("showToday", {}, async ({ answer, at, state: is, problem }) => {
        await before;
        if (signal.aborted) return;
        fill(age, is !== "ready" && answer && asOf(at));
        state(answer ? is === "ready" ? "ready" : "stale" : problem ? "error" : "loading");
        if (problem && !answer) fill(node, failure(problem, puzzles.again));
        if (!answer) return;
        // The cards are made anew only where something has changed, so that a press on a button isn't lost.
        const next = JSON.stringify(answer);
        if (next !== key) {
            shown.abort();
            shown = new AbortController();
            const both = [answer.timed, answer.untimed].sort((one, other) => Number(isRunning(other)) - Number(isRunning(one)));
            const isToday = both.some(({ mine }) => mine !== undefined && mine.wordCount > 0);
            fill(node, streak(answer.streak, { day: answer.day, isToday }), el("div", { class: "today" },
                ...both.map((one) => el("div", { class: "stack-tight" }, challengeCard(one, "h2", shown.signal,
                    { title: phrase("play.mode", { mode: one.mode }), more: !one.mine && yesterdayLine(one, shown.signal) }),
                ...friends(one)))));
        }
        key = next;
        // At the end of the day there are other puzzles.
        clearTimeout(timer);
        const wait = Math.min(...[answer.timed, answer.untimed].map(({ endsAt }) => Date.parse(endsAt))) - replica.now();
        if (wait > 0 && wait < longest) timer = window.setTimeout(puzzles.again, wait + 1_000);
        settled();
    });
    signal.addEventListener("abort", () => {
        shown.abort();
        clearTimeout(timer);
        puzzles.stop();
    });
    return node;
}

/** Whether I am playing it. */
const isRunning = (/** @type {Wire.Challenge} */ { ended, mine }) => !ended && mine !== undefined && !mine.over;

/**
 * Own challenges: those that I am playing, for the top of the page, and the others. `known` is over once they are there, can't
 * be had, or are slow.
 * @param {AbortSignal} signal
 */
function ownChallenges(signal) {
    const running = el("section", { class: "stack running-games", "aria-label": phrase("play.running"), hidden: true });
    const others = el("div", { class: "today" });
    const known = /** @type {Promise<void>} */ (new Promise((resolve) => {
        setTimeout(resolve, patience);
        const { stop } = answers.watch("listChallenges", { query: { kind: "own", limit: 20 } }, ({ answer, problem }) => {
            if (answer || problem) resolve();
            if (!answer) return;
            const open = answer.items.filter(({ ended, mine }) => !ended && !mine?.over);
            const done = answer.items.filter((one) => !open.includes(one));
            running.hidden = !open.some(isRunning);
            const [first, rest] = [open.filter(isRunning), open.filter((one) => !isRunning(one))];
            refill(running, first, () => first.map((one) => challengeCard(one, "h2", signal)));
            refill(others, [rest, done], () => [...rest.map((one) => challengeCard(one, "h3", signal)),
                done.length > 0 && el("ul", { class: "card list today-rest" }, ...done.map(challengeRow))]);
        });
        signal.addEventListener("abort", stop);
    }));
    return { running, others, known };
}

/**
 * @param {import("../parts/frame/frame.js").Context} context
 * @param {() => Promise<{default: import("../parts/frame/frame.js").Screen}>} load
 */
function lazy(context, load) {
    const node = el("div", {}, skeleton());
    const show = () => loaded(load()).then(
        (screen) => !context.signal.aborted && fill(node, screen.default(context)),
        (problem) => {
            context.state("error");
            fill(node, failure(problem, show));
        },
    );
    show();
    return node;
}

/** @param {Wire.Challenge} challenge */
function friends({ id, mine }) {
    if (!mine?.over) return [];
    const list = el("ul", { class: "card list ranking" });
    const node = el("section", { class: "stack-tight", hidden: true, "aria-label": phrase("play.friendsByScore") },
        el("h3", {}, phrase("play.friendsByScore")), list);
    call("listResults", { path: { challengeID: id }, query: { scope: "friends", limit: 5 } }).then(({ items }) => {
        node.hidden = items.length === 0;
        fill(list, ...items.map(scoreRow));
    }, () => {});
    return [node];
}

function newChallenge() {
    let mode = "timed";
    const boxes = (replica.friends()?.friends ?? []).map((person) => ({ id: person.id,
        ...choice("checkbox", [disc(person), name(person)], { value: person.id, "aria-label": called(person) }) }));
    const id = new KeptID();
    return el("div", { class: "card" }, form({
        draft: "challenge:new", id, fields: [], action: phrase("play.new.action"), extra: [
            radios(phrase("play.modes"), [["timed", phrase("play.new.timed")], ["untimed", phrase("play.new.untimed")]], mode,
                (value) => { mode = value; }),
            boxes.length > 0 && el("fieldset", { class: "choices" }, el("legend", {}, phrase("play.new.withWhom")),
                el("div", { class: "people-choices" }, ...boxes.map(({ node }) => node))),
        ],
        explain: (problem) => problem.code === "id_taken" ? [phrase("play.new.sentBefore"), " ",
            el("a", { href: `/challenges/${id.value}` }, phrase("play.new.openSent"))] : undefined,
        send: async (arrived) => {
            const friendIDs = boxes.filter(({ input }) => input.checked).map(({ id }) => id);
            const challenge = await call("createChallenge",
                { body: { id: id.value, mode: /** @type {Wire.PlayMode} */ (mode), friendIDs } });
            await arrived();
            await answers.forget("listChallenges");
            go(`/challenges/${challenge.id}`);
        },
    }));
}

/** @param {string} code */
function joining(code) {
    const input = field(phrase("play.join.code"),
        { name: "code", required: true, value: code, autocomplete: "off", maxLength: 100 });
    return el("div", { class: "card" }, form({
        draft: "challenge:join", fields: [input], action: phrase("play.join.action"),
        explain: (problem) => (problem.status === 404 ? phrase("play.join.missing") : undefined),
        send: async (arrived) => {
            const challenge = await call("joinChallenge", { body: { code: input.input.value } });
            await arrived();
            await answers.forget("listChallenges");
            say(phrase("play.join.done"));
            go(`/challenges/${challenge.id}`, { replace: true });
        },
    }));
}
