// Suggests whom to mention while one types: members and, with network, the cast.
import { call, replica } from "../../client.js";
import { el, mark, sync } from "../../dom.js";

/** @typedef {{text: string, detail?: string}} Suggestion */

/** An `@` that no letter, digit or joining sign precedes, and what is typed after it. */
const typing = /(?<![\p{L}\p{N}_.-])@(\p{L}[^\n@]{0,39})$/u;

/**
 * @param {HTMLTextAreaElement} area
 * @param {string} roomID
 * @param {HTMLElement} form the form around it, over which the suggestions appear.
 */
export function mentionSuggestions(area, roomID, form) {
    const list = el("div", { class: "mentions", id: "mentions", role: "listbox", "aria-label": "Mention", hidden: true });
    /** @type {Suggestion[]} */
    let items = [];
    let chosen = 0;
    let prefix = "";
    /** Counts what was looked up or closed, so that a late answer opens nothing. */
    let looks = 0;
    /** What nobody is called; longer texts need not be asked for. */
    let nobody = "@";
    form.append(list);
    for (const [name, value] of [["aria-autocomplete", "list"], ["aria-controls", "mentions"],
        ["aria-haspopup", "listbox"]]) mark(area, name, value);

    const before = () => area.selectionStart === area.selectionEnd ? typing.exec(area.value.slice(0, area.selectionStart))?.[1]
        : undefined;

    /** @param {Suggestion[]} found */
    function showSuggestions(found) {
        items = found;
        chosen = Math.min(chosen, Math.max(items.length - 1, 0));
        list.hidden = items.length === 0;
        sync(list, items, (item) => item.text, (item) => ({
            node: el("div", {
                class: "mention-item", role: "option", onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
                    onclick: () => take(item),
            }, el("bdi", {}, item.text), item.detail && el("bdi", { class: "small soft" }, item.detail)),
        }));
        for (const [place, option] of [...list.children].entries()) {
            option.id = `mention-${place}`;
            mark(option, "aria-selected", String(place === chosen));
        }
        mark(area, "aria-activedescendant", items.length > 0 && `mention-${chosen}`);
        list.children[chosen]?.scrollIntoView({ block: "nearest" });
    }

    /** Members are known at once; the rest is the server's to say. */
    async function look() {
        const text = before();
        if (text === undefined || text.startsWith(nobody)) return prefix = "", showSuggestions([]);
        if (text === prefix) return;
        prefix = text;
        chosen = 0;
        const number = ++looks;
        const members = (replica.room(roomID)?.members ?? []).map((member) => member.user.username);
        const own = replica.me()?.username;
        const known = members.filter((name) => name !== own && name.toLowerCase().startsWith(text.toLowerCase()))
            .map((name) => ({ text: `@${name}` }));
        showSuggestions(known);
        try {
            const answer = await call("listMentionables", { path: { roomID }, query: { prefix: text } });
            if (number !== looks || before() !== text) return;
            if (answer.items.length === 0) nobody = text;
            showSuggestions(answer.items);
        } catch {
            // Without network the members have to do.
        }
    }

    /** @param {Suggestion} item */
    function take(item) {
        const end = area.selectionStart;
        area.setRangeText(`${item.text} `, end - (before() ?? "").length - 1, end, "end");
        close();
        area.dispatchEvent(new Event("input", { bubbles: true }));
        area.focus();
    }

    function close() {
        prefix = before() ?? "";
        looks += 1;
        showSuggestions([]);
    }

    // Before the composer hears of it.
    form.addEventListener("keydown", (event) => {
        if (list.hidden || event.target !== area || event.isComposing) return;
        const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        const item = items[chosen];
        if (step) chosen = (chosen + step + items.length) % items.length, showSuggestions(items);
        else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && item) take(item);
        else if (event.key === "Escape") close();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }, { capture: true });
    area.addEventListener("input", look);
    area.addEventListener("click", look);
    area.addEventListener("blur", close);
    look();
}
