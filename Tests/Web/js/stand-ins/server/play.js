// Puzzles (docs/rules/play.md): daily and own challenges with my plays. Moves are judged by the client's own game, which vectors
// hold to the server's.
// The stand-in has no list of words, so every word counts.

import { Game } from "../../../../../Sources/Web/js/davenport/rules/game.js";
import { compact, stub } from "./people.js";
import { notFound, Refusal } from "./refusal.js";

/** @typedef {import("./server.js").Handler} Handler */
/** @typedef {import("./server.js").Server} Server */

const letters = "etaoinshrdlu".repeat(7).slice(0, 81);
const wordListID = "en-0123456789ab";
const timed = 180_000;
const grace = 15_000;

/** @param {Server} server @param {"timed" | "untimed"} mode @param {number} [lasts] in milliseconds. */
export function addChallenge(server, mode, lasts = 86_400_000) {
    const challenge = {
        id: server.newID(), order: server.created, kind: "daily", mode, language: "en", day: server.time().slice(0, 10),
        startsAt: server.time(),
        endsAt: server.time(server.clock.time + lasts),
    };
    server.challenges.set(challenge.id, challenge);
    server.note(server.people.keys(), { kind: "challenge", id: challenge.id });
    return challenge;
}

/** @param {any} challenge */
export function challengeOutline({ order, ...challenge }) { return challenge; }

/** @param {Server} server @param {any} play */
export const isOver = (server, play) => play.overAt !== undefined || server.clock.time > Date.parse(play.endsAt) + grace;

/** @param {Server} server @param {any} play @param {boolean} [isOutline] as the feed has it. */
export function shownPlay(server, play, isOutline = false) {
    const over = isOver(server, play);
    const overAt = play.overAt ?? (over ? play.endsAt : undefined);
    const { id, challengeID, mode, startedAt, endsAt, moves } = play;
    const rest = { id, challengeID, mode, startedAt, endsAt, over, overAt, letters, language: "en", moves, score: 0 };
    if (isOutline) return compact({ ...rest, closesAt: server.time(Date.parse(endsAt) + grace) });
    const elapsed = over ? undefined : server.clock.time - Date.parse(startedAt);
    return compact({ ...rest, user: stub(/** @type {any} */ (server.people.get(play.by))), wordListID, elapsed });
}

/** @param {Server} server @param {any} challenge @param {string} userID */
function shownChallenge(server, challenge, userID) {
    const ofIt = [...server.plays.values()].filter(play => play.challengeID === challenge.id);
    const mine = ofIt.find(play => play.by === userID);
    return compact({
        ...challengeOutline(challenge), wordListID, ended: server.clock.time > Date.parse(challenge.endsAt),
        playCount: ofIt.length,
        mine: mine && {
            playID: mine.id, over: isOver(server, mine), score: 0,
            wordCount: mine.moves.filter((/** @type {any} */ move) => move.word).length,
        },
    });
}

/** @param {Server} server @param {import("./server.js").Call} call */
function own(server, { me, path }) {
    const play = server.plays.get(path.playID);
    if (!play || play.by !== me.id) throw notFound();
    return play;
}

/** @param {Server} server @param {any} play @param {any} body */
function takeMoves(server, play, { from = 0, moves, finish }) {
    const number = from ?? 0;
    const same = (/** @type {any} */ one, /** @type {any} */ other) => one.at === other.at
        && String(one.faces) === String(other.faces ?? undefined) && one.cubelet === (other.cubelet ?? undefined);
    const overlap = play.moves.slice(number, number + moves.length);
    const agrees = number <= play.moves.length
        && overlap.every((/** @type {any} */ move, /** @type {number} */ place) => same(move, moves[place]));
    const isNew = !agrees || number + moves.length > play.moves.length;
    if (!isNew && !(finish && !isOver(server, play))) return;
    if (isOver(server, play)) throw new Refusal(409, "play_over", "The play is over.");
    if (!agrees) throw new Refusal(409, "moves_differ", "You played on elsewhere.");
    const limit = Date.parse(play.endsAt) - Date.parse(play.startedAt);
    const game = new Game(letters, undefined, limit, play.moves);
    for (const [place, move] of moves.slice(play.moves.length - number).entries()) {
        const isAhead = move.at > server.clock.time - Date.parse(play.startedAt) + grace;
        const reason = isAhead ? "out_of_time" : game.refusal(move);
        if (reason) throw new Refusal(
            422, "move_refused", "A move was refused.", { more: { move: play.moves.length + place, reason } },
        );
        game.accept(game.judged(compact(move)));
    }
    play.moves = compact(game.moves);
    if (finish) play.overAt = server.time();
    server.note([play.by], { kind: "play", id: play.id });
}

/** @type {Record<string, Handler>} */
export const plays = {
    showToday(server, { me }) {
        const of = (/** @type {string} */ mode) => [...server.challenges.values()].findLast(one => one.mode === mode);
        const shown = ["timed", "untimed"].map(mode => of(mode)).map(one => one && shownChallenge(server, one, me.id));
        if (!shown[0] || !shown[1]) throw new Refusal(404, "feature_off", "Nobody plays here.");
        const { day, startsAt, endsAt } = shown[0];
        return { status: 200, body: { day, startsAt, endsAt, timed: shown[0], untimed: shown[1], streak: 0 } };
    },
    showChallenge(server, { me, path }) {
        const challenge = server.challenges.get(path.challengeID);
        if (!challenge) throw notFound();
        return { status: 200, body: shownChallenge(server, challenge, me.id) };
    },
    startPlay(server, { me, path }) {
        const challenge = server.challenges.get(path.challengeID);
        if (!challenge) throw notFound();
        const before = [...server.plays.values()].find(play => play.by === me.id && play.challengeID === challenge.id);
        if (before) return { status: 200, body: shownPlay(server, before) };
        if (server.clock.time > Date.parse(challenge.endsAt)) throw new Refusal(409, "challenge_over", "The challenge is over.");
        const endsAt = challenge.mode === "timed" ? server.time(server.clock.time + timed) : challenge.endsAt;
        const play = {
            id: server.newID(), order: server.created, by: me.id, challengeID: challenge.id, mode: challenge.mode,
            startedAt: server.time(), endsAt, moves: [],
            overAt: undefined,
        };
        server.plays.set(play.id, play);
        server.note([me.id], { kind: "play", id: play.id });
        return { status: 201, body: shownPlay(server, play) };
    },
    sendMoves(server, call) {
        const play = own(server, call);
        takeMoves(server, play, call.body);
        return { status: 200, body: shownPlay(server, play) };
    },
    showPlay: (server, call) => ({ status: 200, body: shownPlay(server, own(server, call)) }),
};
