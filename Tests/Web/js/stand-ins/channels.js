// BroadcastChannel between the pages of one device. Messages arrive in their order, later, and never at the channel that sent them.

import { Target } from "./indexed-db/events.js";
import { copied } from "./indexed-db/keys.js";

export class ChannelsDevice {
    /** @type {Set<Channel>} */
    open = new Set();

    /**
     * @param {import("./realm.js").Realm} realm
     * @returns {(name: string) => Channel} opens a channel of the page.
     */
    of(realm) {
        return name => new Channel(this, realm, name);
    }
}

export class Channel extends Target {
    /**
     * @param {ChannelsDevice} device
     * @param {import("./realm.js").Realm} realm
     * @param {string} name
     */
    constructor(device, realm, name) {
        super();
        [this.device, this.realm, this.name] = [device, realm, name];
        device.open.add(this);
        realm.onEnd(() => this.close());
    }

    /** @param {any} message */
    postMessage(message) {
        if (!this.device.open.has(this)) throw new DOMException("The channel is closed.", "InvalidStateError");
        for (const other of this.device.open) {
            if (other === this || other.name !== this.name) continue;
            const data = copied(message);
            other.realm.later(() => {
                if (!this.device.open.has(other)) return;
                const thrown = other.dispatch(/** @type {any} */ ({ type: "message", data, bubbles: false, isStopped: false }));
                other.realm.errors.push(...thrown);
            });
        }
    }

    close() { this.device.open.delete(this); }
}
