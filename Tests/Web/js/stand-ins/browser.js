// Devices and their pages: what the library's platform (davenport/platform.d.ts) says of a browser, by stand-ins.

import "./language.js";
import { ChannelsDevice } from "./channels.js";
import { IndexedDBDevice, KeyRange } from "./indexed-db/device.js";
import { LocksDevice } from "./locks.js";
import { Realm } from "./realm.js";

/** @typedef {import("../../../../Sources/Web/js/davenport/platform.js").Platform} Platform */
/** @typedef {import("../../../../Sources/Web/js/davenport/platform.js").PageEvent} PageEvent */

/** A browser on a machine: its disk, its cookie and its clock. */
export class Device {
    isOffline = false;
    /** @type {string | undefined} */
    cookie = undefined;
    /** By how many milliseconds its clock is ahead of the true time. */
    skew = 0;
    locks = new LocksDevice();
    channels = new ChannelsDevice();
    /** @type {Tab[]} those that are open. */
    tabs = [];
    /** Is called after an answer has made the browser erase what pages store. @type {(() => void) | undefined} */
    onErased = undefined;

    /**
     * @param {import("./clock.js").Clock} clock
     * @param {import("./network.js").Network} network
     * @param {import("./random.js").Random} random
     * @param {{ name?: string, diskPause?: () => number }} [options]
     */
    constructor(clock, network, random, { name = "device", diskPause } = {}) {
        [this.clock, this.network, this.random, this.name] = [clock, network, random, name];
        this.disk = new IndexedDBDevice(clock, diskPause);
    }

    get now() { return this.clock.time + this.skew; }

    /** Erases what pages store, as an answer asks for. */
    erase() {
        this.disk.erase();
        this.onErased?.();
    }

    open() {
        const tab = new Tab(this);
        this.tabs.push(tab);
        return tab;
    }
}

/** One page. */
export class Tab {
    isVisible = true;
    /** @type {Partial<Record<PageEvent, () => void>>[]} */
    #listeners = [];

    /** @param {Device} device */
    constructor(device) {
        this.device = device;
        this.realm = new Realm(device.clock);
        this.openedAt = device.clock.time;
        /** @type {Platform} */
        this.platform = /** @type {any} */ (platform(device, this.realm, this.openedAt, {
            isVisible: () => this.isVisible,
            onEvents: (/** @type {any} */ listeners) => { this.#listeners.push(listeners); },
        }));
    }

    /** Errors that nothing in the page has caught. */
    get errors() { return this.realm.errors; }

    /** @param {PageEvent} event */
    emit(event) {
        for (const listeners of this.#listeners) this.realm.later(() => listeners[event]?.());
    }

    show() {
        this.isVisible = true;
        this.emit("visible");
    }

    hide() {
        this.isVisible = false;
        this.emit("hidden");
    }

    /** Closes the page as its user does: it hears that it ends, and has no time for anything but what it does at once. */
    close() {
        this.isVisible = false;
        for (const event of /** @type {const} */ (["pagehide", "hidden"])) {
            for (const listeners of this.#listeners) this.realm.run(() => listeners[event]?.());
        }
        // Promises that go on without waiting for anything still do.
        this.device.clock.afterTask(() => this.kill());
        this.device.clock.later(() => {});
    }

    /** Ends the page in the middle of whatever it does. */
    kill() {
        this.realm.kill();
        this.device.tabs = this.device.tabs.filter(tab => tab !== this);
    }
}

/**
 * @param {Device} device
 * @param {Realm} realm
 * @param {number} openedAt
 * @param {object} page
 */
function platform(device, realm, openedAt, page) {
    return {
        ...page,
        fetch: (/** @type {string} */ address, /** @type {any} */ options) => device.network.send(
            device, realm, address, options,
        ),
        upload: (
            /**
             * @type {string} */ address, /**
             * @type {any} */ body, /**
             * @type {any} */ headers, /**
             * @type {any} */ signal, /**
             * @type {any}
             */
            onProgress,
        ) => {
            realm.later(() => onProgress(0.5), 3);
            return device.network.send(device, realm, address, { method: "PUT", headers, body, signal });
        },
        now: () => device.now,
        uptime: () => device.clock.time - openedAt,
        setTimeout: (/** @type {() => void} */ run, /** @type {number} */ delay) => realm.later(run, delay),
        clearTimeout: (/** @type {any} */ timer) => device.clock.cancel(timer),
        randomBytes: (/** @type {number} */ count) => device.random.bytes(count),
        random: () => device.random.next(),
        indexedDB: device.disk.of(realm),
        keyRange: KeyRange,
        locks: device.locks.of(realm),
        caches: { keys: async () => [], delete: async () => false },
        channel: device.channels.of(realm),
        persist: () => {},
        registerSync: () => {},
        removeWorkers: async () => {},
        report: (/** @type {unknown} */ error) => { realm.errors.push(error); },
        deviceName: device.name,
    };
}
