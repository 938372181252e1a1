// A page of the client without its screens: it does with the library what screens do, as its user asks.

import { operationIDs } from "../../../../Sources/Web/js/davenport/api/operations.js";
import { Davenport } from "../../../../Sources/Web/js/davenport/davenport.js";
import { Comments } from "../../../../Sources/Web/js/davenport/room.js";
import { Plays } from "../../../../Sources/Web/js/davenport/play.js";

// What the library loads when it first needs it is loaded before: a file takes as long as it takes, whatever the clock says.
await operationIDs();
await import("../../../../Sources/Web/js/davenport/feed-reader.js");
await import("../../../../Sources/Web/js/davenport/outbox/pictures.js");
await import("../../../../Sources/Web/js/davenport/outbox/sender.js");
await import("../../../../Sources/Web/js/davenport/outbox/writes.js");
await import("../../../../Sources/Web/js/davenport/session/ending.js");
await import("../../../../Sources/Web/js/davenport/storage/memory.js");

/**
 * The number of bytes of a picture that shows a token.
 * @param {string} token
 */
export const sizeOf = token => 10 + Number(/\d+/.exec(token));

/** @typedef {import("./world.js").World} World */
/** @typedef {import("../stand-ins/browser.js").Device} Device */
/** @typedef {import("./ledger.js").Item} Item */
/** @typedef {{ kind: string, place: string, submit: (draft: any) => Promise<any>, checks?: (answer: any) => boolean }} Form */

let count = 0;

export class Page {
    number = count += 1;
    /** Whether `start` has ended. */
    hasStarted = false;

    /**
     * @param {World} world
     * @param {Device} device
     */
    constructor(world, device) {
        [this.world, this.device, this.tab] = [world, device, device.open()];
        this.davenport = new Davenport(this.tab.platform);
        this.comments = this.davenport.use(Comments);
        /** Whether the page has said that what it holds goes with it. */
        this.keepsNothing = false;
        /** Whether its user has signed out in another tab, of which it hasn't heard yet. */
        this.isOutdated = false;
        this.davenport.topics.subscribe(["storage"], () => { this.keepsNothing = true; });
        this.davenport.session.subscribe((_, why) => {
            if (why === "ended") this.#leave();
            this.keepsNothing = this.isOutdated = false;
        });
    }

    get name() { return `${this.device.name}/${this.number}`; }
    /** Whether it was closed: nobody acts in it any more, also in the task in which it goes. */
    isClosing = false;

    get isOpen() { return this.tab.realm.isAlive; }
    get person() { return this.davenport.session.current(); }
    get isSignedIn() { return this.isOpen && this.hasStarted && this.person !== undefined && this.davenport.copy !== undefined; }

    /**
     * Does something as a screen does: a refusal is shown, and everything else that fails is a fault.
     * @param {string} what
     * @param {() => Promise<unknown>} body
     */
    async does(what, body) {
        this.world.note(`${this.name}: ${what}`);
        if (this.isSignedIn) this.keepsNothing ||= !this.davenport.outbox.isKept();
        try {
            await body();
        } catch (error) {
            const { name, message, stack } = /** @type {Error} */ (error);
            this.world.note(`${this.name}: ${what} failed: ${name} ${message}`);
            if (!["Problem", "AbortError", "InvalidStateError", "QuotaExceededError", "UnknownError", "Unsent"].includes(name)) {
                this.world.fault(`${what} threw ${name}: ${message} ${stack?.split("\n")[1]?.trim()}`);
            }
        }
    }

    start() {
        return this.does("starts", async () => {
            await this.davenport.session.start();
            this.hasStarted = true;
        });
    }

    /** Ends the page in the middle of whatever it does. */
    kill() {
        this.world.note(`${this.name}: killed`);
        this.#leave();
        this.tab.kill();
    }

    close() {
        this.isClosing = true;
        this.world.note(`${this.name}: closed`);
        this.#leave();
        this.tab.close();
    }

    /** A page that keeps nothing has said so; what is only there goes with it. */
    #leave() {
        if (this.keepsNothing || !this.davenport.outbox.isKept()) this.world.voids(this);
    }

    /** @param {string} email */
    signIn(email) {
        return this.does(`signs in as ${email}`, async () => {
            const answer = await this.davenport.connection.logIn(`${email}@example.org`, `${email}-password`, { body: {} });
            if (typeof answer.user?.id !== "string") throw new TypeError("The answer to a log-in names nobody.");
            await this.davenport.session.adopt(answer.user);
        });
    }

    signOut() {
        return this.does("signs out", async () => {
            const { userID } = /** @type {any} */ (this.person);
            const { session, connection } = this.davenport;
            const warned = this.davenport.outbox.unsent();
            this.world.note(`${this.name}: is warned of ${warned}`);
            const throwsAll = () => this.world.throwsAll(this.device, userID, "signed out");
            // The page may be killed before it hears the answer.
            this.device.onErased = throwsAll;
            await session.leave(async options => {
                await connection.request("endCurrentSession", undefined, options);
                throwsAll();
            });
            // What was typed while the device forgot went with the rest.
            throwsAll();
        });
    }

    /**
     * A comment: typed into the composer, whose draft is kept, and sent.
     * @param {string} roomID
     * @param {boolean} sends
     * @param {{ text?: string, pictures?: number }} [more] how many pictures are chosen for it.
     */
    comment(roomID, sends, { text = "", pictures = 0 } = {}) {
        const place = `room:${roomID}`;
        return this.#at(place, `${sends ? "comments" : "types"} in ${roomID}`, async () => {
            const { outbox } = this.davenport;
            const draft = await this.#type("comment", place, text, pictures);
            if (!sends || !draft) return;
            const { userID } = /** @type {any} */ (this.person);
            for (const item of draft.items) item.sender = this.number;
            await outbox.addComment(roomID, { content: draft.text, pictures: draft.pictures }, { draft: place });
            if (outbox.isKept()) for (const item of draft.items) item.sender = undefined;
            const token = draft.items.findLast(({ kind }) => kind === "comment")?.token ?? "";
            if (outbox.isKept()) this.world.ledger.said.push(
                { token, queue: `${roomID} on ${this.device.name} of ${userID}`, isOpen: false },
            );
            for (const item of draft.items) if (item.state === "typing" && !this.isOutdated) item.state = "kept";
        });
    }

    /** Fills in a form and sends it. The draft goes once the server has acknowledged. @param {Form} form */
    form({ kind, place, submit, checks = answer => typeof answer?.id === "string" }) {
        return this.#at(place, kind, async () => {
            const draft = await this.#type(kind, place);
            if (!draft) return;
            const answer = await submit(draft);
            if (!checks(answer)) throw new TypeError(`The answer to ${kind} isn't one: ${JSON.stringify(answer)}`);
            this.davenport.drafts.save(place, undefined);
        });
    }

    /** Moves of a puzzle. @param {string} challengeID */
    play(challengeID) {
        return this.does(`plays ${challengeID}`, async () => {
            const plays = this.davenport.use(Plays);
            const { userID } = /** @type {any} */ (this.person);
            const running = await plays.find(challengeID) ?? await plays.start(challengeID);
            if (
                typeof running.row.play.id !== "string" || !Array.isArray(running.row.play.moves)
            ) throw new TypeError("The answer to a start is no play.");
            await new Promise(resolve => this.tab.platform.setTimeout(() => resolve(undefined), 600));
            const cubelet = running.game.open.map(face => Math.floor(face / 3)).at(-1);
            if (cubelet === undefined || running.isOver) return;
            const before = running.game.moves.length;
            const fault = await running.move({ cubelet });
            if (fault) return;
            const move = running.game.moves[before];
            this.world.moves.push(
                { playID: running.row.play.id, cubelet, at: move?.at, device: this.device.name, userID, page: this.number }
            );
        });
    }

    /**
     * Does something with the form of a place, which nobody fills in twice at the same time on one device.
     * @param {string} place
     * @param {string} what
     * @param {() => Promise<unknown>} body
     */
    async #at(place, what, body) {
        const { forms } = this.world;
        const key = `${this.device.name} ${place}`;
        if (forms.get(key)?.isOpen) return;
        forms.set(key, this);
        await this.does(`${what} at ${place}`, body);
        forms.delete(key);
    }

    /**
     * Types a new text behind what a place has already, and waits until it counts as kept.
     * @param {string} kind
     * @param {string} place
     * @param {string} [extra]
     * @param {number} [count] the number of pictures that are chosen besides.
     * @returns {Promise<{ id: string, text: string, pictures: App.ChosenPicture[], items: Item[] } | undefined>}
     */
    async #type(kind, place, extra = "", count = 0) {
        const { drafts } = this.davenport;
        const { world, device, person } = this;
        if (!person) return undefined;
        /** @type {any} */
        const before = await drafts.load(place);
        const facts = { userID: person.userID, device: device.name, page: this.number, place };
        const item = world.ledger.type({ kind, ...facts });
        world.note(`${this.name}: types ${item.token}`);
        const id = before?.id ?? world.newID();
        const pictures = [...before?.pictures ?? []];
        const chosen = Array.from({ length: Math.min(count, 4 - pictures.length) }, () => this.#choose(facts));
        const draft = {
            id, text: [before?.text, item.token + extra].filter(Boolean).join(" "),
            pictures: [...pictures, ...chosen.map(one => one.picture)],
        };
        drafts.save(place, draft);
        await new Promise(resolve => this.tab.platform.setTimeout(() => resolve(undefined), world.random.below(700)));
        await drafts.flush();
        // Another tab may have signed out meanwhile.
        const stored = await drafts.load(place);
        if (this.person?.userID !== person.userID || !stored?.text.includes(item.token)) return undefined;
        for (const one of [item, ...chosen.map(({ item }) => item)]) {
            if (one.state === "typing" && !this.isOutdated) one.state = "kept";
        }
        const all = JSON.stringify(draft);
        return { ...draft, items: world.ledger.items.filter(one => all.includes(one.token)) };
    }

    /**
     * Chooses a picture. Its token is what it shows, and says how many bytes it has.
     * @param {Omit<Item, "token" | "state" | "kind">} facts
     */
    #choose(facts) {
        const { world } = this;
        const item = world.ledger.type({ kind: "picture", ...facts });
        const file = new Blob(["x".repeat(sizeOf(item.token))], { type: "image/png" });
        const id = world.newID();
        world.note(`${this.name}: chooses ${item.token}`);
        this.davenport.drafts.save(`picture:${id}`, { at: this.tab.platform.now(), file });
        const picture = {
            id, name: "a.png", type: "image/png", size: file.size, width: 4, height: 3, alternative: item.token,
        };
        return { item, picture };
    }
}
