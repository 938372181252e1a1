// A board of cards in four columns, one for each step of the work. Cards move by drag, by Shift and an arrow, and by a menu,
// where the rules allow it. Before a card is dropped, each column says what that would do or why it can't be.
import { call, replica } from "../../client.js";
import { actions, sideOf } from "../../client/class.js";
import { el, fill, mark, sync } from "../../dom.js";
import { locale, phrase } from "../../phrases.js";
import { go } from "../../routes.js";
import { ask } from "../controls/dialog.js";
import { openMenu } from "../controls/menu.js";
import { moving } from "../controls/motion.js";
import { called, disc } from "../controls/person.js";
import { sign } from "../controls/signs.js";
import { say, sentence } from "../controls/states.js";
import { showFailure } from "../controls/undo.js";
import { columnOf, columns, moveTo } from "./board-moves.js";
import { hintOf, labels } from "./entry-words.js";

/** @typedef {import("../../types/wire.js").Assignment} Assignment */
/** @typedef {import("./board-moves.js").Column} Column */
/** @typedef {import("./board-moves.js").Move} Move */
/**
 * What a card shows: its title, what stands below it, and whose face it has.
 * @typedef {{title: string, about: import("../../dom.js").Parts, person?: import("../../types/wire.js").User}} Card
 */

/** A board of assignments. */
export class StateBoard {
    /** @type {Map<Column, {node: HTMLElement, list: HTMLElement, count: HTMLElement, why: HTMLElement}>} */
    columns = new Map();
    /** @type {Map<string, Assignment>} the cards that are shown, by id */
    known = new Map();
    /** @type {Assignment | undefined} */
    dragged = undefined;

    /**
     * @param {(assignment: Assignment) => Card} card
     * @param {() => Promise<unknown>} again reads what has changed
     * @param {(assignment: Assignment) => import("../controls/menu.js").MenuItem[]} more what else a card's menu offers
     */
    constructor(card, again, more = () => []) {
        this.card = card;
        this.again = again;
        this.more = more;
        for (const [column, title] of columns) this.columns.set(column, this.makeColumn(column, title));
        this.node = el("div", { class: "state-frame" }, el("div", { class: "state-board" },
            ...[...this.columns.values()].map(({ node }) => node)));
        this.node.addEventListener("keydown", (event) => this.key(event));
    }

    /**
     * @param {Column} column
     * @param {string} title
     */
    makeColumn(column, title) {
        const [list, count] = [el("ul", { class: "state-cards" }), el("span", { class: "soft figures" })];
        const why = el("p", { class: "small state-why", "aria-hidden": "true" });
        const node = el("section", { class: "state-column", "aria-label": title, data: { column },
            ondragover: (/** @type {DragEvent} */ event) => {
                if (node.dataset.drop && node.dataset.drop !== "no") event.preventDefault();
            },
            ondrop: (/** @type {DragEvent} */ event) => {
                event.preventDefault();
                if (this.dragged) this.run(this.dragged, column);
            },
        }, el("h3", { class: "class-head" }, title, " ", count), why, list);
        return { node, list, count, why };
    }

    /** @param {readonly Assignment[]} assignments */
    update(assignments) {
        this.known = new Map(assignments.map((one) => [one.id, one]));
        moving(this.node, "data-card", () => {
            for (const [column, { count, list, node }] of this.columns) {
                const own = assignments.filter((one) => columnOf(one) === column);
                sync(list, own, (one) => one.id, (one) => this.makeCard(one));
                fill(count, own.length.toLocaleString(locale));
                mark(node, "data-empty", own.length === 0);
            }
        });
    }

    /** @param {Assignment} first */
    makeCard(first) {
        let shown = first;
        const { person } = this.card(first);
        const [title, about] = [el("bdi", { class: "row-title" }), el("span", { class: "small soft" })];
        const more = el("button", { class: "icon-button", "aria-haspopup": "true", "aria-expanded": "false",
            onclick: () => openMenu(more, this.items(shown),
                { title: phrase("class.move", { task: this.card(shown).title }) }) }, sign("more"));
        const node = el("li", { class: "state-card", draggable: true, data: { card: first.id },
            ondragstart: (/** @type {DragEvent} */ { dataTransfer }) => {
                dataTransfer?.setData("text/plain", this.card(shown).title);
                this.drag(shown);
            }, ondragend: () => this.drag(undefined) },
        el("a", { href: `/assignments/${first.id}`, draggable: false }, person && disc(person),
            el("span", { class: "row-text" }, title, about)), more);
        return {
            node,
            /** @param {Assignment} next */
            update: (next) => {
                shown = next;
                const { about: words, title: name } = this.card(next);
                fill(title, name);
                fill(about, words);
                mark(node, "data-attention", next.attention);
                mark(more, "aria-label", phrase("class.move", { task: name }));
            },
        };
    }

    /**
     * @param {Assignment} assignment
     * @param {Column} to
     */
    moveOf(assignment, to) {
        const side = sideOf(assignment);
        return moveTo(assignment, to, { possible: actions(assignment, side, replica.now()), side,
            student: called(assignment.student) });
    }

    /** The columns into which a card isn't yet, as a menu, and what else can be done. */
    items(/** @type {Assignment} */ assignment) {
        const moves = columns.filter(([column]) => column !== columnOf(assignment)).map(([column, title]) => {
            const move = this.moveOf(assignment, column);
            return { label: phrase("class.move.to", { column: title }), run: () => this.run(assignment, column),
                ...("why" in move ? { why: move.why } : { hint: hintFor(move, assignment) }) };
        });
        return [...moves, ...this.more(assignment)];
    }

    /**
     * Says at each column what the drop of a card there does; of none once it is dropped.
     * @param {Assignment | undefined} assignment
     */
    drag(assignment) {
        this.dragged = assignment;
        for (const [column, { node, why }] of this.columns) {
            const move = assignment && column !== columnOf(assignment) ? this.moveOf(assignment, column) : undefined;
            mark(node, "data-drop", move && ("why" in move ? "no" : "yes"));
            fill(why, move && assignment && ("why" in move ? move.why : hintFor(move, assignment)));
        }
    }

    /** Shift and an arrow move the card that has the focus. */
    key(/** @type {KeyboardEvent} */ event) {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        const card = event.target instanceof Element ? event.target.closest("[data-card]") : null;
        if (!step || !event.shiftKey || !card) return;
        event.preventDefault();
        const assignment = this.known.get(card.getAttribute("data-card") ?? "");
        if (!assignment) return;
        const isMirrored = getComputedStyle(this.node).direction === "rtl";
        const at = columns.findIndex(([column]) => column === columnOf(assignment));
        const way = columns.slice(...(step > 0) !== isMirrored ? [at + 1] : [0, at]);
        const ahead = (step > 0) !== isMirrored ? way : [...way].reverse();
        const open = ahead.find(([column]) => !("why" in this.moveOf(assignment, column)));
        const target = open ?? ahead[0];
        if (target) this.run(assignment, target[0]);
    }

    /**
     * Moves a card, or says why it stays.
     * @param {Assignment} assignment
     * @param {Column} to
     */
    async run(assignment, to) {
        const move = this.moveOf(assignment, to);
        const title = columns.find(([column]) => column === to)?.[1] ?? "";
        if ("why" in move) return say(move.why);
        if ("opens" in move) return go(`/assignments/${assignment.id}`);
        try {
            if ("own" in move) {
                await call("changeOwnTask", { path: { ownTaskID: assignment.id }, body: { state: move.own } });
            } else {
                const { action } = move;
                const isPublishing = action === "return" || action === "complete";
                if (isPublishing && !await ask({ title: phrase("class.move.ask", { action }), weight: "main",
                    action: labels[action], text: phrase("class.move.publishes", { hint: hintFor(move, assignment) }) })) return;
                await call("createEntry", { path: { assignmentID: assignment.id }, body: { id: crypto.randomUUID(), action,
                    ...(isPublishing && { version: assignment.version }) } });
            }
            say(phrase("class.move.done", { task: this.card(assignment).title, column: title }));
            await replica.refresh();
            await this.again();
            this.focus(assignment.id);
        } catch (problem) {
            showFailure(phrase("class.move.failed", { reason: sentence(problem) }));
            await this.again();
        }
    }

    /** The card that was moved has the focus. */
    focus(/** @type {string} */ id) {
        const link = this.node.querySelector(`[data-card="${id}"] a`);
        if (link instanceof HTMLElement && (!document.activeElement || document.activeElement === document.body)) link.focus();
    }
}

/**
 * What a move does, in words.
 * @param {Exclude<Move, {why: string}>} move
 * @param {Assignment} assignment
 */
function hintFor(move, assignment) {
    if ("opens" in move) return move.opens;
    if ("own" in move) return phrase(move.own === "done" ? "class.move.ends" : "class.move.reopens");
    return hintOf(move.action, assignment, sideOf(assignment));
}
