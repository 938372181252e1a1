// Web Locks of one device. `of` gives a page its own `navigator.locks`.

import { copied } from "./indexed-db/keys.js";

/** @typedef {import("./realm.js").Realm} Realm */
/** @typedef {"exclusive" | "shared"} Mode */
/**
 * A request that waits, or a lock that is held.
 * @typedef {{ name: string, mode: Mode, realm: Realm, grant: () => void, fail: (reason: any) => void }} Claim
 */

export class LocksDevice {
    /** @type {Claim[]} */
    held = [];
    /** @type {Claim[]} */
    waiting = [];

    /** @param {Realm} realm */
    of(realm) {
        realm.onEnd(() => {
            this.waiting = this.waiting.filter(claim => claim.realm !== realm);
            this.held = this.held.filter(claim => claim.realm !== realm);
            this.grantAll();
        });
        return new LockManager(this, realm);
    }

    /** @param {Claim} claim */
    release(claim) {
        if (!this.held.includes(claim)) return;
        this.held = this.held.filter(other => other !== claim);
        this.grantAll();
    }

    /** Grants what nothing before it is in the way of. */
    grantAll() {
        for (const claim of [...this.waiting]) {
            const earlier = this.waiting.slice(0, this.waiting.indexOf(claim));
            const isFree = [...this.held, ...earlier].every(other => other.name !== claim.name || (other.mode === "shared" && claim.mode === "shared"));
            if (!isFree) continue;
            this.waiting = this.waiting.filter(other => other !== claim);
            this.held = [...this.held, claim];
            claim.grant();
        }
    }
}

class LockManager {
    /**
     * @param {LocksDevice} device
     * @param {Realm} realm
     */
    constructor(device, realm) {
        [this.device, this.realm] = [device, realm];
    }

    /**
     * @param {string} name
     * @param {any} second the options, or the callback.
     * @param {(lock: any) => any} [third]
     * @returns {Promise<any>}
     */
    request(name, second, third) {
        const callback = /** @type {(lock: any) => any} */ (third ?? second);
        const { mode = "exclusive", ifAvailable = false, steal = false, signal } = third ? second : {};
        if (signal && (steal || ifAvailable)) return Promise.reject(new DOMException("signal can't be used so.", "NotSupportedError"));
        if (steal && (ifAvailable || mode !== "exclusive")) return Promise.reject(new DOMException("steal can't be used so.", "NotSupportedError"));
        if (signal?.aborted) return Promise.reject(signal.reason);
        return new Promise((resolve, reject) => {
            const { device, realm } = this;
            let hasEnded = false;
            /** @param {any} lock */
            const run = async lock => {
                try {
                    const result = await callback(lock);
                    realm.later(() => { if (!hasEnded) resolve(result); });
                } catch (error) {
                    realm.later(() => { if (!hasEnded) reject(error); });
                } finally {
                    device.release(claim);
                }
            };
            /** @type {Claim} */
            const claim = {
                name, mode, realm,
                grant: () => realm.later(() => {
                    signal?.removeEventListener("abort", abort);
                    if (!hasEnded) run({ name, mode });
                }),
                fail: reason => realm.later(() => {
                    hasEnded = true;
                    reject(reason);
                }),
            };
            const abort = () => {
                const isWaiting = device.waiting.includes(claim);
                if (!isWaiting && !device.held.includes(claim)) return;
                // A lock that was granted, and whose callback hasn't begun, is given back.
                hasEnded = true;
                device.waiting = device.waiting.filter(other => other !== claim);
                if (isWaiting) device.grantAll();
                else device.release(claim);
                reject(signal.reason);
            };
            signal?.addEventListener("abort", abort, { once: true });
            this.#claim(claim, { ifAvailable, steal, run });
        });
    }

    async query() {
        const shown = (/** @type {Claim} */ { name, mode }) => copied({ name, mode });
        return { held: this.device.held.map(shown), pending: this.device.waiting.map(shown) };
    }

    /**
     * @param {Claim} claim
     * @param {{ ifAvailable: boolean, steal: boolean, run: (lock: any) => void }} options
     */
    #claim(claim, { ifAvailable, steal, run }) {
        const { device, realm } = this;
        if (steal) {
            for (const other of device.held.filter(({ name }) => name === claim.name)) {
                other.fail(new DOMException("Lock broken by another request with the 'steal' option.", "AbortError"));
            }
            device.held = [...device.held.filter(({ name }) => name !== claim.name), claim];
            return claim.grant();
        }
        const isTaken = [...device.held, ...device.waiting].some(({ name }) => name === claim.name);
        if (ifAvailable && isTaken) return void realm.later(() => run(null));
        device.waiting = [...device.waiting, claim];
        device.grantAll();
    }
}
