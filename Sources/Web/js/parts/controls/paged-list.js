// A list that comes in pages: what is asked for replaces it, "More" adds to it.
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { Problem } from "../../client.js";
import { age } from "./loaded-place.js";
import { failure, skeleton } from "./states.js";

/**
 * A list that is read a page at a time, with a button for the next page.
 * @template Item
 * @param {{page: (after: string | undefined) => Promise<{items: readonly Item[], next?: string}>, line: (item: Item) => Node,
 *     empty: string,
 *     explain?: (problem: Problem) => import("../../dom.js").Parts | undefined, class?: string}} options `line` makes an `<li>`
 */
export function pagedList({ page, line, empty, explain, class: style = "card list" }) {
    const list = el("ul", { class: style });
    const rest = el("div", { class: "line" });
    const node = el("div", { class: "stack-tight" }, list, rest);
    let asked = 0;

    /** @param {string} [after] */
    async function load(after) {
        const mine = asked += 1;
        if (after === undefined) {
            list.replaceChildren();
            fill(node, list, rest);
        }
        list.hidden = list.childElementCount === 0;
        fill(rest, skeleton(2, () => load(after)));
        try {
            const { items, next } = await page(after);
            if (mine !== asked) return;
            if (after === undefined) fill(node, age(), list, rest);
            list.append(...items.map(line));
            list.hidden = list.childElementCount === 0;
            fill(rest, list.hidden && el("p", { class: "soft" }, empty),
                next !== undefined && el("button", { class: "button", onclick: () => load(next) }, phrase("controls.more")));
        } catch (problem) {
            if (mine !== asked) return;
            const said = problem instanceof Problem ? explain?.(problem) : undefined;
            fill(rest, said ?? failure(problem, () => load(after)));
        }
    }
    return { node, load };
}
