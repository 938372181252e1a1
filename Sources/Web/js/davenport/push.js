// An entry: notifications in this browser. It subscribes at the browser's push service and tells the server; the service worker
// shows them.

import { Problem } from "./api/answer.js";

/** @typedef {import("./davenport.js").Davenport} Davenport */
/** @typedef {import("./platform.js").PushPlatform} PushPlatform */
/** @typedef {"on" | "off" | "unsupported" | "homeScreen" | "denied"} State */

/** Turns notifications in this browser on and off. */
export class Push {
    /**
     * @param {Davenport} davenport
     * @param {PushPlatform} platform
     */
    constructor(davenport, platform) {
        this.davenport = davenport;
        this.connection = davenport.connection;
        this.session = davenport.session;
        this.platform = platform;
    }

    /**
     * Whether this browser can be notified, and whether this person wants it.
     * @returns {State}
     */
    state() {
        const permission = this.platform.permission();
        if (permission === "granted") return this.isWanted() ? "on" : "off";
        return permission === "default" ? "off" : permission;
    }

    /** Whether this person has turned notifications on here. Another person who signs in hasn't. */
    isWanted() {
        const person = this.session.current();
        return person !== undefined && this.session.preference("push") === person.userID;
    }

    /**
     * Asks the user for permission and subscribes. Call it only when the user has asked for it.
     * @returns {Promise<State>}
     */
    async turnOn() {
        if (await this.platform.requestPermission() !== "granted") return this.state();
        if (await this.register()) await this.session.setPreference("push", this.session.current()?.userID);
        return this.state();
    }

    /** @returns {Promise<State>} */
    async turnOff() {
        await this.session.setPreference("push", undefined);
        await this.connection.call("unregisterWebPush");
        await this.platform.unsubscribe();
        return this.state();
    }

    /** Confirms the subscription at a start, and makes it anew if the browser has lost it or the community has another key. */
    async confirm() {
        if (this.state() !== "on") return;
        try {
            await this.register();
        } catch (problem) {
            // Without network the next start confirms it.
            if (!(problem instanceof Problem && problem.code === "push_service_unknown")) return;
            await this.session.setPreference("push", undefined);
        }
    }

    /** Subscribes and registers; false if the community notifies no browsers. */
    async register() {
        const { webPushKey } = await this.session.tenant();
        if (!webPushKey) return false;
        const { endpoint, keys, expirationTime } = await this.platform.subscribe(webPushKey);
        const { deviceName } = this.davenport.platform;
        const expires = expirationTime ? { expirationTime: Math.floor(expirationTime) } : {};
        const body = { endpoint, keys, name: deviceName, ...expires };
        await this.connection.call("registerWebPush", { body });
        return true;
    }
}
