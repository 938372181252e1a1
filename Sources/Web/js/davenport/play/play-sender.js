// Sends the moves of a play, and takes over what the server says of it.

import { Problem } from "../api/answer.js";

/** The time from a play's end during which the server takes moves that were made before it, in milliseconds. */
export const grace = 15_000;
/** The longest pause between attempts, in seconds: 1, 2, 4 … 15. */
const longestPause = 15;

/** Sends the moves of one play, one request at a time. */
export class PlaySender {
    isSending = false;
    attempts = 0;
    /** @type {import("../platform.js").Timer | undefined} */
    timer = undefined;

    /** @param {import("./running-play.js").RunningPlay} play */
    constructor(play) {
        this.play = play;
    }

    /** Sends nothing more. */
    stop() {
        this.play.platform.clearTimeout(this.timer);
    }

    /** Sends at once what waits after a failure. */
    hurry() {
        this.attempts = 0;
        this.send();
    }

    /** Sends what waits: one request at a time. */
    async send() {
        const { row: { play, queue, finishes }, isPlayer, isCurrent, elapsed, limit, platform } = this.play;
        if (this.isSending || !isPlayer || !isCurrent || play.over || (queue.length === 0 && !finishes)) return;
        this.isSending = true;
        platform.clearTimeout(this.timer);
        try {
            if (elapsed > limit + grace) await this.end();
            else await this.sendMoves(play, queue, finishes);
            this.attempts = 0;
        } catch (error) {
            // After a 401 the session ends here.
            if (!(error instanceof Problem)) { if (!this.play.isStopped) this.play.copy.report(error); }
            else if (error.status !== 401) this.pause(error);
            return;
        } finally {
            this.isSending = false;
        }
        this.send();
    }

    /** @param {Problem} problem */
    pause(problem) {
        const seconds = problem.retryAfter ?? Math.min(2 ** this.attempts++, longestPause);
        this.play.platform.clearTimeout(this.timer);
        this.timer = this.play.platform.setTimeout(() => this.send(), seconds * 1000);
    }

    /**
     * @param {Wire.Play} play
     * @param {readonly App.PlayMove[]} queue
     * @param {boolean} finishes
     */
    async sendMoves(play, queue, finishes) {
        const moves = queue.map(({ at, faces, cubelet }) => faces ? { at, faces } : { at, cubelet });
        try {
            const answer = await this.play.connection.call("sendMoves", {
                path: { playID: play.id }, body: { from: play.moves.length, moves, ...(finishes && { finish: true }) },
                keepalive: !this.play.platform.isVisible(),
            });
            this.play.correct(answer);
            // Another device may have played on after the same moves.
            const isElsewhere = answer.moves.length !== play.moves.length + queue.length;
            await this.play.change(row => ({
                play: answer, queue: isElsewhere ? [] : row.queue.slice(queue.length), finishes: row.finishes && !answer.over,
            }));
        } catch (error) {
            if (!(error instanceof Problem) || error.isTransient || error.status === 401) throw error;
            await this.refused(error);
        }
    }

    /** @param {Problem} problem */
    async refused(problem) {
        const { play, queue } = this.play.row;
        if (problem.code === "play_over") return this.end();
        if (problem.code === "move_refused") {
            const place = (problem.move ?? 0) - play.moves.length;
            const why = faults[problem.reason ?? ""] ?? problem.detail;
            this.play.notice = `${queue[place]?.word ?? "A move"} was taken back: ${why}.`;
            return this.play.change(row => ({
                queue: row.queue.slice(0, Math.max(place, 0)), finishes: false,
                late: [...row.late, ...wordsOf(row.queue.slice(place + 1))],
            }));
        }
        const found = await this.present();
        this.play.correct(found);
        this.play.notice = problem.code === "moves_differ" ? "You played on elsewhere. This is how far you are." : problem.detail;
        await this.takeOver(found);
    }

    /**
     * The play as the server has it; as it was here, and over, if the server has it no more.
     * @returns {Promise<Wire.Play>}
     */
    async present() {
        try {
            return await this.play.connection.call("showPlay", { path: { playID: this.play.row.play.id } });
        } catch (error) {
            if (error instanceof Problem && error.status === 404) return { ...this.play.row.play, over: true };
            throw error;
        }
    }

    /** Takes over how the play ended. */
    async end() {
        const found = await this.present();
        this.play.correct(found);
        if (found.over) await this.takeOver(found);
    }

    /**
     * Takes over a play from the server. What the server doesn't have came too late, and its author hears of it.
     * @param {Wire.Play} found
     */
    async takeOver(found) {
        const isMissing = (/** @type {App.PlayMove} */ { at, faces }) =>
            !found.moves.some(move => move.at === at && String(move.faces) === String(faces));
        await this.play.change(({ queue, late }) => {
            return { play: found, queue: [], finishes: false, late: [...late, ...wordsOf(queue.filter(isMissing))] };
        });
    }
}

/** @param {readonly App.PlayMove[]} moves */
function wordsOf(moves) {
    return moves.map(move => move.word ?? "a removal");
}

/** @type {Record<string, string>} */
export const faults = {
    out_of_time: "the time is over", too_short: "three faces or more", repeated_face: "a face twice", not_open: "not open",
    not_touching: "not touching", not_a_word: "not in the list", already_played: "played already",
};
