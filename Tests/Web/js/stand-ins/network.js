// The network between devices and the server. It takes time, and does to each request what its fate says.

import { Answer } from "./answer.js";

/** @typedef {import("./lies.js").Fate} Fate */
/** @typedef {import("./lies.js").Plain} Plain */
/** @typedef {import("./browser.js").Device} Device */
/** @typedef {import("./realm.js").Realm} Realm */
/**
 * A request as the server sees it. Names of headers are in lower case.
 * @typedef {{ method: string, address: string, headers: Record<string, string>, body: any, cookie: string | undefined }} Request
 */
/**
 * What the server does with a request: it calls `reply` once, now or later.
 * @typedef {(request: Request, reply: (answer: Plain & { cookie?: string | null }) => void) => void} Serve
 */

export class Network {
    /**
     * Decides what happens to a request.
     * @type {(request: Request, device: Device) => Fate}
     */
    fate = () => ({ arrives: 1 });
    /** Answers that the server has given, the latest last. @type {Plain[]} */
    earlier = [];

    /**
     * @param {import("./clock.js").Clock} clock
     * @param {Serve} serve
     * @param {import("./random.js").Random} random
     */
    constructor(clock, serve, random) {
        [this.clock, this.serve, this.random] = [clock, serve, random];
    }

    /**
     * Sends a request of a page.
     * @param {Device} device
     * @param {Realm} realm
     * @param {string} address
     * @param {any} options as those of `fetch`.
     * @returns {Promise<any>}
     */
    send(device, realm, address, { method = "GET", headers = {}, body, signal, keepalive = false } = {}) {
        return new Promise((resolve, reject) => {
            const request = { method, address, headers: plain(headers), body, cookie: device.cookie };
            let isOpen = true;
            const close = () => {
                const wasOpen = isOpen;
                isOpen = false;
                signal?.removeEventListener("abort", abort);
                return wasOpen;
            };
            const fail = () => { if (close()) realm.run(() => reject(new TypeError("Failed to fetch"))); };
            const abort = () => { if (close()) reject(signal.reason); };
            if (signal?.aborted) return reject(signal.reason);
            signal?.addEventListener("abort", abort);
            if (device.isOffline) return void realm.later(fail, 1);
            const fate = this.fate(request, device);
            /** @param {Plain & { cookie?: string | null }} answer */
            const deliver = answer => this.clock.later(() => {
                const received = fate.replace ? fate.replace(answer) : new Answer(answer.status, answer.headers, answer.body);
                // A browser takes no answer for a page that is gone, nor its cookie.
                const isTaken = isOpen && (realm.isAlive || keepalive);
                if (!isTaken || device.isOffline || fate.fails) return fail();
                if (!fate.replace && answer.cookie !== undefined) device.cookie = answer.cookie ?? undefined;
                if (received.headers.has("Clear-Site-Data")) device.erase();
                realm.run(() => { if (close()) resolve(received); });
            }, this.#pause() + (fate.answerDelay ?? 0));
            this.clock.later(() => {
                // What a page has sent may arrive though the page is gone; with `keepalive` it always does.
                const isSent = realm.isAlive ? isOpen || this.random.happens(0.7) : keepalive || this.random.happens(0.5);
                if (!isSent || device.isOffline) return fail();
                if (fate.arrives === 0) return fate.replace ? deliver(
                    { status: 0, headers: {} }
                ) : this.clock.later(fail, this.#pause());
                this.#serve(request, deliver);
                if (fate.arrives === 2) this.clock.later(() => this.#serve(request, () => {}), this.random.below(20_000));
            }, this.#pause() + (fate.requestDelay ?? 0));
        });
    }

    /** @param {Request} request @param {(answer: Plain & { cookie?: string | null }) => void} deliver */
    #serve(request, deliver) {
        this.serve(request, answer => {
            // No client can keep anything on a device that an answer erases, whoever repeats it.
            if (!("Clear-Site-Data" in answer.headers)) this.earlier.push(answer);
            if (this.earlier.length > 30) this.earlier.shift();
            deliver(answer);
        });
    }

    #pause() { return 5 + this.random.below(200); }
}

/** @param {any} headers @returns {Record<string, string>} */
function plain(headers) {
    const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
    return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
