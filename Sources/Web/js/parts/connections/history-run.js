// Sends a history to the server, part by part.
import { call } from "../../client.js";
import { requestsOf } from "../../client/history.js";

/** @typedef {import("../../client/history.js").Thing} Thing */

/**
 * Why the server made no room, by its code: whether another try may make one.
 * @type {Record<string, boolean>}
 */
export const reasons = { unknown_subject: false, catalogue_unavailable: true, too_many_requests: true, impossible_time: false,
    filtered: false, link_too_early: true, limit_reached: true };

/** The sending of some things, which can be stopped and goes on where it was. What is sent twice makes nothing twice. */
export class HistoryRun {
    made = 0;
    known = 0;
    sent = 0;
    isStopped = false;
    /** @type {Promise<void> | undefined} */
    going;
    /**
     * The things of which there is no room, by the server's reason.
     * @type {Map<string, Thing[]>}
     */
    without = new Map();

    /** @param {readonly Thing[]} things */
    constructor(things) {
        this.requests = requestsOf(things);
        this.count = things.length;
        this.next = 0;
    }

    get isDone() { return this.next === this.requests.length; }

    /** What the server may take if it is asked again. */
    get toTryAgain() {
        return [...this.without].flatMap(([code, things]) => reasons[code] ? things : []);
    }

    /**
     * Sends what isn't sent yet, until all is or it is stopped. A call while another one runs goes on with that.
     * @param {() => void} onProgress
     * @throws {import("../../types/app.js").Problem} if a part isn't taken. Another call begins with that part.
     */
    go(onProgress) {
        this.isStopped = false;
        return this.going ??= this.sendAll(onProgress).finally(() => { this.going = undefined; });
    }

    /** @param {() => void} onProgress */
    async sendAll(onProgress) {
        while (!this.isDone && !this.isStopped) {
            const things = this.requests[this.next];
            const { known, made, unknown } = await call("importHistory", { body: { items: things.map(({ item }) => item) } });
            this.made += made;
            this.known += known;
            for (const { code, index } of unknown) this.without.set(code, [...this.without.get(code) ?? [], things[index]]);
            this.sent += things.length;
            this.next += 1;
            onProgress();
        }
    }
}
