// One play of mine: its clock, and its moves, which are on disk before they are shown. The tab that holds the lock plays and
// sends; others follow.

import { Problem } from "../api/problem.js";
import { Game } from "../rules/game.js";
import { WordLists } from "./word-list.js";

/** For so long after a play's end the server takes moves that were made before it, in milliseconds. */
export const grace = 15_000;
/** A tab that doesn't have the lock by then, in milliseconds, says that another one plays. */
const lockPatience = 500;
/** The longest pause between attempts, in seconds: 1, 2, 4 … 15. */
const longestPause = 15;

export class RunningPlay {
    isStopped = false;
    isSending = false;
    isAsking = false;
    /** Whether this tab plays. */
    isPlayer = false;
    /** Whether it is known which tab plays. */
    isReady = false;
    attempts = 0;
    /** A sentence on what the server didn't take. */
    notice = "";
    /** @type {import("../platform.js").Timer | undefined} */
    timer = undefined;
    /** @type {import("../rules/words.js").Words | undefined} */
    words = undefined;
    /** @type {Game | undefined} */
    made = undefined;
    /** @type {Promise<unknown>} */
    last = Promise.resolve();

    /**
     * @param {Copy.Memory} copy
     * @param {App.PlayRow} row
     * @param {() => void} changed
     */
    constructor(copy, row, changed) {
        this.copy = copy;
        this.platform = copy.platform;
        this.connection = copy.davenport.connection;
        this.row = row;
        this.changed = changed;
        /** What the server's stopwatch showed, and when. The device's clock doesn't count. */
        const elapsed = Math.max(row.elapsed, row.play.moves.at(-1)?.at ?? 0, row.queue.at(-1)?.at ?? 0);
        this.clock = { elapsed, since: this.platform.uptime() };
        this.hold(false);
        this.learn();
    }

    /** Whether the person is still signed in. */
    get isCurrent() { return !this.isStopped && this.copy.isPresent; }

    /** The milliseconds from the play's start to its end. */
    get limit() { return Date.parse(this.row.play.endsAt) - Date.parse(this.row.play.startedAt); }

    get elapsed() { return this.clock.elapsed + this.platform.uptime() - this.clock.since; }

    get isOver() { return this.row.play.over; }

    /** The game with the moves that aren't sent yet. */
    get game() {
        const { play, queue } = this.row;
        return this.made ??= new Game(play.letters, this.words, this.limit, [...play.moves, ...queue]);
    }

    /** Gets the list of words. Without it, the server alone judges. */
    async learn() {
        this.words ??= await this.copy.davenport.use(WordLists).loadWords(this.row.play.wordListID).catch(() => undefined);
        this.made = undefined;
        this.changed();
    }

    /**
     * Sets the stopwatch by an answer.
     * @param {Wire.Play} play
     */
    correct(play) {
        if (play.elapsed !== undefined) this.clock = { elapsed: play.elapsed, since: this.platform.uptime() };
    }

    /**
     * Plays a move here, and sends it.
     * @param {{ faces?: number[], cubelet?: number }} move
     * @returns {Promise<string | undefined>} why it can't be played.
     */
    async move(move) {
        /** @type {string | undefined} */
        let fault;
        await this.change(row => {
            const at = Math.max(this.game.moves.at(-1)?.at ?? 0, Math.floor(this.elapsed));
            fault = !this.isPlayer || row.finishes || row.play.over ? "not_open" : this.game.refusal({ at, ...move });
            if (fault) return {};
            this.notice = "";
            return { queue: [...row.queue, this.game.judged({ at, ...move })] };
        });
        this.send();
        return fault;
    }

    async finish() {
        await this.change(() => ({ finishes: true }));
        this.send();
    }

    /** Forgets the moves that came too late, once they were read. */
    async read() {
        await this.change(() => ({ late: [] }));
    }

    /**
     * Changes what is on disk, then what is shown, one change after another.
     * @param {(row: App.PlayRow) => Partial<App.PlayRow>} update
     */
    change(update) {
        const change = this.last.then(async () => {
            const row = { ...this.row, ...update(this.row), elapsed: Math.floor(this.elapsed) };
            const isDone = row.play.over && row.queue.length === 0 && row.late.length === 0;
            const key = `play:${row.play.id}`;
            await this.copy.database.transaction(["drafts"], "readwrite", async stores => {
                if (isDone) await stores.remove("drafts", key);
                else await stores.put("drafts", row, key);
            });
            this.row = row;
            this.made = undefined;
            if (isDone) this.release?.(undefined);
            this.copy.post("play", row);
            this.changed();
        });
        this.last = change.catch(() => {});
        return change;
    }

    /**
     * Shows what the tab that plays has changed.
     * @param {App.PlayRow} row
     */
    take(row) {
        this.row = row;
        this.clock = { elapsed: row.elapsed, since: this.platform.uptime() };
        this.made = undefined;
        this.changed();
    }

    /** @param {boolean} steals whether another tab's lock is taken. */
    hold(steals) {
        const { locks } = this.platform;
        if (!locks || !this.copy.database.isPersistent) return void this.begin();
        this.platform.setTimeout(() => { this.isReady = true; this.changed(); }, lockPatience);
        locks.request(`davenport-play-${this.row.play.id}`, { steal: steals }, async () => {
            await this.begin();
            if (this.isCurrent && !this.isOver) await new Promise(resolve => { this.release = resolve; });
        }).catch(() => {
            this.isPlayer = false;
            if (!this.isCurrent) return;
            this.changed();
            this.hold(false);
        });
    }

    /** Begins to play in this tab, with what is on disk. */
    async begin() {
        const key = `play:${this.row.play.id}`;
        const kept = await this.copy.database.transaction(["drafts"], "readonly", stores => stores.get("drafts", key));
        if (!this.isCurrent) return;
        if (kept) this.take({ ...kept, elapsed: Math.max(kept.elapsed, Math.floor(this.elapsed)) });
        this.isPlayer = true;
        await this.change(() => ({}));
        if (kept) this.refresh();
    }

    stop() {
        this.isStopped = true;
        this.isPlayer = false;
        this.platform.clearTimeout(this.timer);
        this.release?.(undefined);
    }

    /** Sends at once what waits after a failure. */
    hurry() {
        this.attempts = 0;
        this.send();
    }

    /** Sends what waits: one request at a time. */
    async send() {
        const { play, queue, finishes } = this.row;
        if (this.isSending || !this.isPlayer || !this.isCurrent || play.over || (queue.length === 0 && !finishes)) return;
        this.isSending = true;
        this.platform.clearTimeout(this.timer);
        try {
            if (this.elapsed > this.limit + grace) await this.end();
            else await this.sendMoves(play, queue, finishes);
            this.attempts = 0;
        } catch (error) {
            if (error instanceof Problem && error.status !== 401) this.pause(error);
            else if (this.isCurrent) throw error;
            return;
        } finally {
            this.isSending = false;
        }
        this.send();
    }

    /** @param {Problem} problem */
    pause(problem) {
        const seconds = problem.retryAfter ?? Math.min(2 ** this.attempts++, longestPause);
        this.platform.clearTimeout(this.timer);
        this.timer = this.platform.setTimeout(() => this.send(), seconds * 1000);
    }

    /**
     * @param {Wire.Play} play
     * @param {readonly App.PlayMove[]} queue
     * @param {boolean} finishes
     */
    async sendMoves(play, queue, finishes) {
        const moves = queue.map(({ at, faces, cubelet }) => faces ? { at, faces } : { at, cubelet });
        try {
            const answer = await this.connection.call("sendMoves", {
                path: { playID: play.id }, body: { from: play.moves.length, moves, ...(finishes && { finish: true }) },
                keepalive: !this.platform.isVisible(),
            });
            this.correct(answer);
            // Another device may have played on after the same moves.
            const isElsewhere = answer.moves.length !== play.moves.length + queue.length;
            await this.change(row => ({
                play: answer, queue: isElsewhere ? [] : row.queue.slice(queue.length), finishes: row.finishes && !answer.over,
            }));
        } catch (error) {
            if (!(error instanceof Problem) || error.isTransient || error.status === 401) throw error;
            await this.refused(error);
        }
    }

    /** @param {Problem} problem */
    async refused(problem) {
        const { play, queue } = this.row;
        if (problem.code === "play_over") return this.end();
        if (problem.code === "move_refused") {
            const place = (problem.move ?? 0) - play.moves.length;
            this.notice = `${queue[place]?.word ?? "A move"} was taken back: ${faults[problem.reason ?? ""] ?? problem.detail}.`;
            return this.change(row => ({ queue: row.queue.slice(0, Math.max(place, 0)), finishes: false }));
        }
        const found = await this.connection.call("showPlay", { path: { playID: play.id } });
        this.correct(found);
        this.notice = problem.code === "moves_differ" ? "You played on elsewhere. This is how far you are." : problem.detail;
        await this.change(() => ({ play: found, queue: [], finishes: false }));
    }

    /** Takes over how the play ended. What the server doesn't have came too late. */
    async end() {
        const found = await this.connection.call("showPlay", { path: { playID: this.row.play.id } });
        this.correct(found);
        if (!found.over) return;
        const isMissing = (/** @type {App.PlayMove} */ { at, faces }) =>
            !found.moves.some(move => move.at === at && String(move.faces) === String(faces));
        await this.change(({ queue, late }) => {
            const missing = queue.filter(isMissing).map(move => move.word ?? "a removal");
            return { play: found, queue: [], finishes: false, late: [...late, ...missing] };
        });
    }

    /** Asks the server, unless moves are under way, and corrects the clock. */
    async refresh() {
        if (this.isAsking || this.isSending || !this.isPlayer || !this.isCurrent) return;
        this.isAsking = true;
        try {
            const found = await this.connection.call("showPlay", { path: { playID: this.row.play.id } });
            this.correct(found);
            await this.change(({ play, queue }) =>
                queue.length > 0 || found.moves.length < play.moves.length ? {} : { play: found });
            if (!this.words) this.learn();
        } catch (error) {
            if (!(error instanceof Problem) && this.isCurrent) throw error;
        } finally {
            this.isAsking = false;
            this.send();
        }
    }

    /** Looks whether the change feed has brought moves of another device. */
    async follow() {
        if (!this.isCurrent) return;
        const key = ["plays", this.row.play.id];
        const item = await this.copy.database.transaction(["items"], "readonly", stores => stores.get("items", key));
        const { play, queue } = this.row;
        const isAhead = item && (item.body.moves.length > play.moves.length + queue.length || (item.body.over && !play.over));
        if (isAhead) await this.refresh();
    }
}

/** @type {Record<string, string>} */
export const faults = {
    out_of_time: "the time is over", too_short: "three faces or more", repeated_face: "a face twice", not_open: "not open",
    not_touching: "not touching", not_a_word: "not in the list", already_played: "played already",
};
