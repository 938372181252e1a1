// Suggests people for a mention while somebody types it: members and, with network, the cast.
import { call, replica } from "../../client.js";
import { el, mark, sync } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { called } from "../controls/person.js";

/** @typedef {{text: string, detail?: string}} Suggestion */

/** An `@` that no letter, digit or joining sign precedes, and what is typed after it. */
const typing = /(?<![\p{L}\p{N}_.-])@(\p{L}[^\n@]{0,39})$/u;

/**
 * Suggests people at the caret while somebody types a mention.
 * @param {HTMLTextAreaElement} area
 * @param {string} roomID
 * @param {HTMLElement} form the form around it, over which the suggestions appear.
 */
export function mentionSuggestions(area, roomID, form) {
    const made = new MentionSuggestions(area, roomID);
    form.append(made.list);
    // Before the composer hears of it.
    form.addEventListener("keydown", (event) => made.press(event), { capture: true });
    made.look();
}

class MentionSuggestions {
    /** @type {readonly Suggestion[]} */
    items = [];
    chosen = 0;
    prefix = "";
    /** Counts what was looked up or closed, so that a late answer opens nothing. */
    looks = 0;
    /** What nobody is called; longer texts need not be asked for. */
    nobody = "@";

    /**
     * @param {HTMLTextAreaElement} area
     * @param {string} roomID
     */
    constructor(area, roomID) {
        this.area = area;
        this.roomID = roomID;
        this.list = el("div", { class: "mentions", id: "mentions", role: "listbox",
            "aria-label": phrase("writing.mention"), hidden: true });
        for (const [name, value] of [["aria-autocomplete", "list"], ["aria-controls", "mentions"],
            ["aria-haspopup", "listbox"]]) mark(area, name, value);
        for (const name of ["input", "click"]) area.addEventListener(name, () => this.look());
        area.addEventListener("blur", () => this.close());
    }

    /** What is typed after an `@` at the caret. */
    before() {
        const { selectionEnd, selectionStart, value } = this.area;
        return selectionStart === selectionEnd ? typing.exec(value.slice(0, selectionStart))?.[1] : undefined;
    }

    /** Members are known at once; the rest is the server's to say. */
    async look() {
        const text = this.before();
        if (text === undefined || text.startsWith(this.nobody)) return this.prefix = "", this.show([]);
        if (text === this.prefix) return;
        this.prefix = text;
        this.chosen = 0;
        const number = ++this.looks;
        this.show(this.members(text));
        try {
            const answer = await call("listMentionables", { path: { roomID: this.roomID }, query: { prefix: text } });
            if (number !== this.looks || this.before() !== text) return;
            // The server knows members by their usernames.
            const known = this.members(text);
            const others = answer.items.filter((item) => !known.some((one) => one.text === item.text));
            if (known.length + others.length === 0) this.nobody = text;
            this.show([...known, ...others]);
        } catch {
            // Without network the members have to do.
        }
    }

    /**
     * The members whose username or name begins so. A mention is of the username.
     * @param {string} text
     */
    members(text) {
        const begins = (/** @type {string} */ name) => name.toLowerCase().startsWith(text.toLowerCase());
        return (replica.room(this.roomID)?.members ?? []).map(({ user }) => ({ user, name: called(user) }))
            .filter(({ user, name }) => user.id !== replica.me()?.id && (begins(user.username) || begins(name)))
            .map(({ user, name }) => ({ text: `@${user.username}`, ...(name !== user.username && { detail: name }) }));
    }

    /** @param {readonly Suggestion[]} found */
    show(found) {
        const { area, list } = this;
        this.items = found;
        this.chosen = Math.min(this.chosen, Math.max(found.length - 1, 0));
        list.hidden = found.length === 0;
        sync(list, found, (item) => item.text, (item) => ({
            node: el("div", {
                class: "mention-item", role: "option", onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
                onclick: () => this.take(item),
            }, el("bdi", {}, item.text), item.detail && el("bdi", { class: "small soft" }, item.detail)),
        }));
        for (const [place, option] of [...list.children].entries()) {
            option.id = `mention-${place}`;
            mark(option, "aria-selected", String(place === this.chosen));
        }
        mark(area, "aria-activedescendant", found.length > 0 && `mention-${this.chosen}`);
        list.children[this.chosen]?.scrollIntoView({ block: "nearest" });
    }

    /** @param {Suggestion} item */
    take(item) {
        const { area } = this;
        const end = area.selectionStart;
        area.setRangeText(`${item.text} `, end - (this.before() ?? "").length - 1, end, "end");
        this.close();
        area.dispatchEvent(new Event("input", { bubbles: true }));
        area.focus();
    }

    close() {
        this.prefix = this.before() ?? "";
        this.looks += 1;
        this.show([]);
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        const { area, items, list } = this;
        if (list.hidden || event.target !== area || event.isComposing) return;
        const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        const item = items[this.chosen];
        if (step) this.chosen = (this.chosen + step + items.length) % items.length, this.show(items);
        else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && item) this.take(item);
        else if (event.key === "Escape") this.close();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
