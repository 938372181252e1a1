// What a screen asks the server for each time: it says that it loads, why it can't, and of when it is while there is no network.
import { live, loaded, replica } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { failure, followNetwork, skeleton } from "./states.js";
import { clockText } from "./time.js";

/** @typedef {import("../../dom.js").Parts} Parts */

/** Says of when something is that has just come from the server. It shows while there is no network to ask anew. */
export function age() {
    const node = el("p", { class: "as-of small soft" }, phrase("controls.asOf", { time: clockText(new Date(replica.now())) }));
    followNetwork(node, () => { node.hidden = !live.isOffline(); });
    return node;
}

/**
 * A place for what the server answers.
 * @template Content
 * @param {() => Promise<Content>} ask
 * @param {(content: Content) => Parts} show
 * @param {number} [lines]
 */
export function loadedPlace(ask, show, lines = 3) {
    const node = el("div", { class: "stack-tight" });
    let asked = 0;
    async function load() {
        const mine = asked += 1;
        fill(node, skeleton(lines, load));
        try {
            const content = await ask();
            if (mine === asked) fill(node, age(), show(content));
        } catch (problem) {
            if (mine === asked) fill(node, failure(problem, load));
        }
    }
    load();
    return node;
}

/**
 * A place for a part of a page whose module is loaded once the page shows. It says if that can't be loaded, and tries again.
 * @template Module
 * @param {() => Promise<Module>} load
 * @param {(module: Module) => Parts} show
 * @param {number} [lines]
 */
export function laterPart(load, show, lines = 3) {
    const node = el("div", { class: "stack-tight" }, skeleton(lines));
    const begin = async () => {
        try {
            const module = await loaded(load());
            fill(node, show(module));
        } catch (problem) {
            fill(node, failure(problem, begin));
        }
    };
    begin();
    return node;
}
