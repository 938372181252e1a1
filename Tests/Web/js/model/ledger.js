// What somebody has typed, and what became of it. Each thing has a token in its text, such as `⟦12⟧`.

/** @typedef {import("./world.js").World} World */
/**
 * `typing`: it is nowhere yet. `kept`: it must not be lost any more. `thrown`: its author threw it away. `void`: the page said
 * that it keeps nothing, and went.
 * @typedef {"typing" | "kept" | "thrown" | "void"} State
 */
/**
 * `page` is where it was typed. `sender` is the page that moves it into its outbox, until that is known to outlast the page.
 * @typedef {{
 *     token: string, kind: string, userID: string, device: string, page: number, sender?: number, place: string, state: State,
 *     why?: string
 * }} Item
 */

export class Ledger {
    /** @type {Item[]} */
    items = [];
    /** The ids of things on the server that have had each token. @type {Map<string, Set<string>>} */
    arrivals = new Map();
    /** The tokens in the order in which they came to the server. @type {Set<string>} */
    arrived = new Set();
    /**
     * The comments that the outbox has taken, in their order. Of one that was refused and is tried again the place is open.
     * @type {{ token: string, queue: string, isOpen: boolean }[]}
     */
    said = [];

    /** @param {World} world */
    constructor(world) {
        this.world = world;
    }

    /**
     * Somebody begins to type.
     * @param {Omit<Item, "token" | "state">} item
     * @returns {Item}
     */
    type(item) {
        const typed = { ...item, token: `⟦${this.items.length + 1}⟧`, state: /** @type {const} */ ("typing") };
        this.items.push(typed);
        return typed;
    }

    /**
     * The server has acted on a request.
     * @param {string} operation
     * @param {string} sent what the request's body was.
     * @param {any} answer
     */
    arrive(operation, sent, answer) {
        const { id } = answer.entry ?? answer.invite ?? answer;
        // A draft of an evaluation may be published later, as an entry.
        const thing = operation === "setDraft" ? "draft" : `${operation.replace(/^(create|edit|change)/, "")} ${id}`;
        const tokens = sent.match(/⟦\d+⟧/g) ?? [];
        if (operation === "createComment") for (const token of tokens) this.arrived.add(token);
        for (const token of tokens) this.arrivals.set(
            token, (this.arrivals.get(token) ?? new Set()).add(thing),
        );
    }

    /** @param {Item} item */
    hasArrived(item) { return this.arrivals.has(item.token); }

    /**
     * Whoever signed out was told what is unsent, and went on.
     * @param {string} userID
     * @param {string} device
     * @param {string} why
     */
    throwAll(userID, device, why) {
        for (const item of this.items) {
            if (
                item.userID === userID && item.device === device && item.state !== "void"
            ) [item.state, item.why] = ["thrown", why];
        }
    }

    /**
     * A page goes that has said that it keeps nothing. A full disk lets a browser delete, and write no more: a draft of another
     * page that this one has sent is in the memory of this one alone.
     * @param {number} page
     */
    voidPage(page) {
        for (const item of this.items) if (
            (item.page === page || item.sender === page) && item.state !== "thrown"
        ) [item.state, item.why] = ["void", "the page kept nothing"];
    }

    /** What has overtaken an earlier comment of the same device in the same room. @returns {string[]} */
    overtakings() {
        const arrived = [...this.arrived];
        /** @type {Map<string, number>} */
        const latest = new Map();
        return this.said.filter(({ token, isOpen }) => !isOpen && this.arrived.has(token)).flatMap(({ token, queue }) => {
            const place = arrived.indexOf(token);
            const before = latest.get(queue) ?? -1;
            latest.set(queue, Math.max(place, before));
            return place < before ? [`${arrived[before]} has overtaken ${token} in ${queue}`] : [];
        });
    }

    /**
     * What was lost, or arrived twice.
     * @param {(item: Item) => boolean} isShown whether the page shows it as not sent.
     * @returns {string[]}
     */
    losses(isShown) {
        return this.items.flatMap(item => {
            const ids = new Set([...this.arrivals.get(item.token) ?? []].filter(id => id !== "draft"));
            const what = `${item.kind} ${item.token} of ${item.device} for ${item.place}`;
            if (ids.size > 1) return [`${what} is on the server ${ids.size} times: ${[...ids].join(", ")}`];
            if (this.hasArrived(item) || item.state !== "kept" || isShown(item)) return [];
            return [`${what} is lost`];
        });
    }
}
