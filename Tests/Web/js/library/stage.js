// What tests of the library begin with: a server with Ada, Bea and a room of both, a network, and pages of Ada's.
// What the library loads when it first needs it is loaded before: a file takes as long as it takes, whatever the clock says.
import "../../../../Sources/Web/js/davenport/api/more-operations.js";
import "../../../../Sources/Web/js/davenport/feed-reader.js";
import "../../../../Sources/Web/js/davenport/outbox/places.js";
import "../../../../Sources/Web/js/davenport/outbox/sender.js";
import "../../../../Sources/Web/js/davenport/outbox/writes.js";
import "../../../../Sources/Web/js/davenport/session/ending.js";
import "../../../../Sources/Web/js/davenport/storage/memory.js";
import { Davenport } from "../../../../Sources/Web/js/davenport/davenport.js";
import { Comments } from "../../../../Sources/Web/js/davenport/room.js";
import { Device } from "../stand-ins/browser.js";
import { Clock } from "../stand-ins/clock.js";
import { Network } from "../stand-ins/network.js";
import { Random } from "../stand-ins/random.js";
import { addPerson, addReport } from "../stand-ins/server/people.js";
import { comments } from "../stand-ins/server/comments.js";
import { addRoom, rooms } from "../stand-ins/server/rooms.js";
import { Server } from "../stand-ins/server/server.js";

export class Stage {
    clock = new Clock();
    random = new Random(1);
    server = new Server(this.clock);
    ada = addPerson(this.server, "ada", "teacher");
    bea = addPerson(this.server, "bea");
    room = addRoom(this.server, this.ada.id, [this.bea.id], { title: "Film" });
    network = new Network(this.clock, (request, reply) => this.server.serve(request, reply), this.random);
    device = new Device(this.clock, this.network, this.random);

    /** A page with everything of Ada's in it. */
    static async begun() {
        const stage = new Stage();
        return { stage, page: await stage.page() };
    }

    /** A page that hasn't begun. */
    opened(device = this.device) { return new Page(this, device); }

    /**
     * Opens a page, signed in as the device is, or as Ada.
     * @param {Device} [device]
     */
    async page(device = this.device) {
        const page = this.opened(device);
        await page.does(page.davenport.session.start());
        if (!page.davenport.session.current()) await page.signIn("ada");
        await this.until(() => page.davenport.replica.isWhole());
        return page;
    }

    /**
     * Somebody acts elsewhere.
     * @param {string} operation
     * @param {any} me
     * @param {{ path?: any, body?: any }} [call]
     */
    act(operation, me, { path = { roomID: this.room.id }, body } = {}) {
        const handler = /** @type {any} */ ({ ...rooms, ...comments }[operation]);
        return handler(this.server, { me, session: "", path, query: {}, headers: {}, body });
    }

    /** A report of Bea. */
    addReport() { return addReport(this.server, this.bea); }

    /** The texts of the room's comments on the server, in their order. */
    get sent() { return [...this.room.comments.values()].map(comment => comment.content); }

    /**
     * Runs everything until the condition holds.
     * @param {() => unknown} condition
     */
    async until(condition) {
        if (!await this.clock.run({ until: condition, time: 3_600_000 })) throw new Error(`It never came: ${condition}`);
    }

    /** @param {number} milliseconds */
    advance(milliseconds) { return this.clock.run({ time: milliseconds }); }

    /**
     * Answers requests of an operation in the server's place.
     * @param {RegExp} requests of method and address, such as `POST /v1/rooms`.
     * @param {import("../stand-ins/lies.js").Fate} fate
     */
    fate(requests, fate) {
        this.network.fate = ({ method, address }) => requests.test(`${method} ${address}`) ? fate : { arrives: 1 };
    }

    honest() { this.network.fate = () => ({ arrives: 1 }); }
}

export class Page {
    /**
     * @param {Stage} stage
     * @param {Device} device
     */
    constructor(stage, device) {
        [this.stage, this.tab] = [stage, device.open()];
        this.davenport = new Davenport(this.tab.platform);
        this.comments = this.davenport.use(Comments);
    }

    /** @template T @param {Promise<T>} promise @returns {Promise<T>} */
    does(promise) { return this.stage.clock.settle(promise); }

    /** @param {string} name */
    async signIn(name) {
        const { connection } = this.davenport;
        const { user } = await this.does(connection.logIn(`${name}@example.org`, `${name}-password`, { body: {} }));
        await this.does(this.davenport.session.adopt(user));
    }

    open() { return this.does(this.comments.openRoom(this.stage.room.id)); }

    /** @param {string} content */
    says(content) { return this.does(this.davenport.outbox.addComment(this.stage.room.id, { content })); }

    /** The texts of the open room's comments with their states. */
    get shown() { return this.comments.comments(this.stage.room.id).map(({ content, state }) => `${content} ${state}`); }

    /**
     * The rows of a store.
     * @param {string} store
     * @returns {Promise<any[]>}
     */
    rows(store) {
        const { database } = /** @type {any} */ (this.davenport.copy);
        return this.does(database.transaction([store], "readonly", (/** @type {any} */ stores) => stores.all(store)));
    }
}
