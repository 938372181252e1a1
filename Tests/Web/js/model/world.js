// What a history plays in: a server with people, rooms, a class and puzzles, a network that lies, and the devices of one person.

import { Clock } from "../stand-ins/clock.js";
import { Device } from "../stand-ins/browser.js";
import { lies } from "../stand-ins/lies.js";
import { Network } from "../stand-ins/network.js";
import { Random } from "../stand-ins/random.js";
import { addTask } from "../stand-ins/server/class.js";
import { addPerson } from "../stand-ins/server/people.js";
import { addChallenge } from "../stand-ins/server/play.js";
import { Refusal } from "../stand-ins/server/refusal.js";
import { comments as handlers } from "../stand-ins/server/comments.js";
import { addRoom } from "../stand-ins/server/rooms.js";
import { Server } from "../stand-ins/server/server.js";
import { Ledger } from "./ledger.js";
import { Page } from "./page.js";

/** Operations that write words. */
const writing = new Set([
    "createComment", "editComment", "createEntry", "setDraft", "createTask", "changeTask", "createFeedback", "createReport",
    "createInvite", "changeMe",
]);

/** @typedef {{ device: string, page: number, isWatched: boolean, running: number, isVoid: boolean }} Wish */

export class World {
    clock = new Clock();
    /** How often the network lies, from 0 to 1, and which lies it tells. */
    lying = { chance: 0, kinds: Object.keys(lies) };
    /** How often the server refuses because it is busy. */
    busy = 0;
    /** What has gone wrong, as sentences. @type {string[]} */
    faults = [];
    /** What has happened, for whoever reads a failing history. @type {string[]} */
    log = [];
    /** Every page that ever was. @type {Page[]} */
    pages = [];
    /**
     * The moves of puzzles that were played.
     * @type {{ playID: string, cubelet: number, at: number | undefined, device: string, userID: string, page: number, isVoid?:
     * boolean }[]}
     */
    moves = [];
    /** The pages that fill in a form, by device and place. @type {Map<string, Page>} */
    forms = new Map();
    /**
     * What was wanted of each room last: to be watched or not. Marks of one room come from one device.
     * @type {Map<string, Wish>}
     */
    wishes = new Map();

    /** Rooms whose marks the network has put into another order. @type {Set<string>} */
    reordered = new Set();

    /** @param {number} seed */
    constructor(seed) {
        this.random = new Random(seed);
        this.server = new Server(this.clock);
        this.ledger = new Ledger(this);
        this.network = new Network(this.clock, (request, reply) => this.server.serve(request, reply), this.random);
        this.network.fate = (request, device) => this.#fate(request, device);
        this.server.mood = operation => this.#mood(operation);
        this.server.witness = (operation, { status, body }, request) => {
            if (status < 300 && writing.has(operation)) this.ledger.arrive(operation, request.body, JSON.parse(body ?? ""));
        };
        const pause = () => this.random.happens(0.2) ? this.random.below(30) : 0;
        this.devices = ["laptop", "phone"].map(
            name => new Device(this.clock, this.network, this.random, { name, diskPause: pause })
        );
        this.#people();
    }

    /** @param {string} line */
    note(line) { this.log.push(`${((this.clock.time - this.begun) / 1000).toFixed(3)} ${line}`); }

    /** @param {string} sentence */
    fault(sentence) {
        this.faults.push(sentence);
        this.note(`FAULT ${sentence}`);
    }

    /** An id that a client chooses. */
    newID() {
        const hex = [...this.random.bytes(16)].map(byte => byte.toString(16).padStart(2, "0")).join("");
        return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    }

    /** Pages that are open. @param {Device} [device] */
    open(device) { return this.pages.filter(page => page.isOpen && !page.isClosing && (!device || page.device === device)); }

    /** Opens a page, which begins as main.js does. @param {Device} device */
    openPage(device) {
        const page = new Page(this, device);
        this.pages.push(page);
        page.start();
        return page;
    }

    /** Somebody else acts, without a network in between. @param {string} operation @param {any} me @param {any} [call] */
    act(operation, me, { path = {}, body } = /** @type {any} */ ({})) {
        try {
            return handlers[operation](this.server, { me, session: "", path, query: {}, headers: {}, body });
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            return undefined;
        }
    }

    /**
     * Marks a room as watched or not. While a mark is being written, either may hold.
     * @param {Page} page
     * @param {string} roomID
     * @param {boolean} isWatched
     */
    marks(page, roomID, isWatched) {
        const before = this.wishes.get(roomID);
        if (page.person?.userID !== this.ada?.id || (before && before.device !== page.device.name)) return undefined;
        // A tab without a disk hears of no mark in another tab, and may send its own after it.
        const tabs = this.open(page.device).filter(({ number }) => number === page.number || number === before?.page);
        if (tabs.length > 1 && tabs.some(tab => tab.keepsNothing || !tab.davenport.outbox.isKept())) this.reordered.add(roomID);
        const wish = {
            device: page.device.name, page: page.number, isWatched, running: (before?.running ?? 0) + 1, isVoid: true,
        };
        this.wishes.set(roomID, wish);
        return page.does(`marks ${roomID} as ${isWatched ? "" : "not "}watched`, async () => {
            await (isWatched ? page.davenport.outbox.markWatched(roomID) : page.davenport.outbox.unmarkWatched(roomID));
            // What is written while another tab writes too has no order that one could know.
            if (this.wishes.get(roomID) === wish && wish.running === 1 && page.isSignedIn) wish.isVoid = false;
            wish.running -= 1;
        });
    }

    /** The author gives up what isn't sent. @param {Device} device @param {string} userID @param {string} why */
    throwsAll(device, userID, why) {
        this.ledger.throwAll(userID, device.name, why);
        for (const page of this.open(device)) page.isOutdated = true;
        for (const move of this.moves) move.isVoid ||= move.device === device.name && move.userID === userID;
        if (userID !== this.ada?.id) return;
        for (const wish of this.wishes.values()) wish.isVoid ||= wish.device === device.name;
    }

    /** The author throws one thing away. @param {Page} page @param {string} shown as the page shows it. */
    throws(page, shown) {
        for (const item of this.ledger.items) if (shown.includes(item.token)) [item.state, item.why] = ["thrown", "discarded"];
        for (const move of this.moves) move.isVoid ||= shown.includes(move.playID);
        for (const [roomID, wish] of this.wishes) wish.isVoid ||= shown.includes(roomID);
    }

    /** A page goes that has said that it keeps nothing. @param {Page} page */
    voids(page) {
        this.ledger.voidPage(page.number);
        for (const move of this.moves) move.isVoid ||= move.page === page.number;
        for (const wish of this.wishes.values()) wish.isVoid ||= wish.page === page.number;
    }

    /** Runs everything for so long. @param {number} milliseconds */
    async advance(milliseconds) { await this.clock.run({ time: milliseconds }); }

    #people() {
        const { server } = this;
        this.begun = this.clock.time;
        [this.ada, this.bea, this.cem, this.teo] = [
            addPerson(server, "ada", "teacher"), addPerson(server, "bea"), addPerson(server, "cem"),
            addPerson(server, "teo", "teacher"),
        ];
        /** Titles of rooms are numbered. */
        this.rooms = [[this.bea, [this.ada.id]], [this.ada, [this.bea.id]], [this.bea, [this.ada.id, this.cem.id]]]
            .map(([host, others], place) => addRoom(
                server, /** @type {any} */ (host).id, /** @type {string[]} */ (others), { title: `Film ${place}` },
            ));
        for (const room of this.rooms) {
            for (let number = this.random.below(4); number > 0; number--) {
                this.act("createComment", this.bea, { path: { roomID: room.id }, body: { content: `bea says ${number}` } });
            }
        }
        const learning = addTask(server, this.teo.id, { title: "Bars", studentIDs: [this.ada.id] });
        const teaching = addTask(server, this.ada.id, { title: "Scales", maxPoints: 10, studentIDs: [this.bea.id] });
        const of = (/** @type {any} */ task) => /** @type {any} */ (
            [...server.assignments.values()].find(one => one.taskID === task.id)
        );
        this.class = { learning, teaching, mine: of(learning), others: of(teaching) };
        this.challenges = [addChallenge(server, "untimed"), addChallenge(server, "timed")];
    }

    /**
     * @param {import("../stand-ins/network.js").Request} request
     * @param {Device} device
     * @returns {import("../stand-ins/lies.js").Fate}
     */
    #fate({ method, address }, device) {
        if (!this.random.happens(this.lying.chance)) return { arrives: 1 };
        const kind = this.random.of(this.lying.kinds);
        this.note(`${device.name}: ${kind} for ${method} ${address}`);
        const fate = lies[kind]({ random: this.random, earlier: this.network.earlier });
        // A mark that arrives after a later one undoes it; nothing in the requests says which came first.
        const isReordered = address.endsWith("/watched") && (fate.requestDelay !== undefined || fate.arrives === 2);
        if (isReordered) this.reordered.add(address.split("/")[3]);
        return fate;
    }

    /** @param {string} operation */
    #mood(operation) {
        if (!this.random.happens(this.busy) || operation === "logIn") return undefined;
        const retryAfter = this.random.happens(0.5) ? 1 + this.random.below(20) : undefined;
        return this.random.of([
            new Refusal(
                503, "unavailable", "Try again later.", { retryAfter },
            ), new Refusal(500, "internal_error", "Something went wrong."),
        ]);
    }
}
