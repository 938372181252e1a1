// One play of mine: its clock, and its moves, which are on disk before they are shown. The tab that holds the lock plays and
// sends; others follow.

import { Problem } from "../api/answer.js";
import { Game } from "../rules/game.js";
import { PlaySender } from "./play-sender.js";
import { WordLists } from "./word-list.js";

/** A tab that doesn't have the lock by then, in milliseconds, says that another one plays. */
const lockPatience = 500;

/** A play with its stopwatch, and with the moves that aren't sent yet. */
export class RunningPlay {
    isStopped = false;
    isAsking = false;
    /** Whether this tab plays. */
    isPlayer = false;
    /** Whether it is known which tab plays. */
    isReady = false;
    /** A sentence on what the server didn't take. */
    notice = "";
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
        this.sender = new PlaySender(this);
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

    /** The number of failed attempts in a row. */
    get attempts() { return this.sender.attempts; }

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
            const isOpen = this.isPlayer && this.isCurrent && !row.finishes && !row.play.over;
            fault = !isOpen ? "not_open" : this.game.refusal({ at, ...move });
            if (fault) return {};
            this.notice = "";
            return { queue: [...row.queue, this.game.judged({ at, ...move })] };
        });
        this.sender.send();
        return fault;
    }

    async finish() {
        await this.change(() => ({ finishes: true }));
        this.sender.send();
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
            if (isDone) this.copy.drafts.delete(key);
            else this.copy.drafts.set(key, row);
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
        this.sender.stop();
        this.release?.(undefined);
    }

    /** Sends at once what waits after a failure. */
    hurry() { this.sender.hurry(); }

    /** Asks the server, unless moves are under way, and corrects the clock. */
    async refresh() {
        if (this.isAsking || this.sender.isSending || !this.isPlayer || !this.isCurrent) return;
        this.isAsking = true;
        try {
            const found = await this.connection.call("showPlay", { path: { playID: this.row.play.id } });
            this.correct(found);
            await this.change(({ play, queue }) =>
                queue.length > 0 || found.moves.length < play.moves.length ? {} : { play: found });
            if (!this.words) this.learn();
        } catch (error) {
            if (!(error instanceof Problem) && !this.isStopped) this.copy.report(error);
        } finally {
            this.isAsking = false;
            this.sender.send();
        }
    }

    /** Looks whether the change feed has brought moves of another device. */
    async follow() {
        if (!this.isCurrent) return;
        const { database } = this.copy;
        const key = ["plays", this.row.play.id];
        try {
            const item = await database.transaction(["items"], "readonly", stores => stores.get("items", key));
            const { play, queue } = this.row;
            const isAhead = item && (item.body.moves.length > play.moves.length + queue.length || (item.body.over && !play.over));
            if (isAhead) await this.refresh();
        } catch (error) {
            this.copy.report(error);
        }
    }
}
