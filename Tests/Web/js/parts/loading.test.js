// What is shown in the place of something that loads, and how old it is once it is there.
import { press, settle } from "./page.js";
import assert from "node:assert/strict";
import test, { mock } from "node:test";

mock.timers.enable({ apis: ["setTimeout"] });
const { davenport, live } = await import("../../../../Sources/Web/js/client.js");
const { el } = await import("../../../../Sources/Web/js/dom.js");
const { loadedPlace } = await import("../../../../Sources/Web/js/parts/controls/loaded-place.js");
const { pagedList } = await import("../../../../Sources/Web/js/parts/controls/paged-list.js");
const { skeleton } = await import("../../../../Sources/Web/js/parts/controls/states.js");

/** What a part says, without what is hidden. @param {any} node @returns {string} */
const words = node => typeof node === "string" ? node : node.hidden ? "" : node.childNodes.map(words).join("");

/** Answers in the order of the requests, each when the test says so. */
class Requests {
    /** @type {((answer: any) => void)[]} */
    waiting = [];
    ask = () => new Promise(resolve => { this.waiting.push(resolve); });
}

/** @param {boolean} isOffline */
function setNetwork(isOffline) {
    live.isOffline = () => isOffline;
    davenport.topics.announce(["live"]);
    return settle();
}

// Shows rule 16.26.
test("What loads says so within a second, and offers to try again after ten", () => {
    const node = skeleton(2, () => {});
    const without = skeleton(2);
    for (const one of [node, without]) assert.equal(words(one), "Loading");
    mock.timers.tick(999);
    for (const one of [node, without]) assert.equal(words(one), "Loading …");
    mock.timers.tick(9_000);
    assert.equal(words(node), "Loading …");
    mock.timers.tick(1);
    assert.equal(words(node), "This takes long.Try again");
    assert.equal(words(without), "Loading …");
});

// Shows rule 16.26.
test("After another try the first answer doesn't count any more, in a place and in a list", async () => {
    for (const make of [
        (/** @type {Requests} */ { ask }) => loadedPlace(ask, ({ items }) => items[0]),
        (/** @type {Requests} */ { ask }) => {
            const list = pagedList({ page: ask, line: item => el("li", {}, item), empty: "Nothing." });
            list.load();
            return list.node;
        },
    ]) {
        const requests = new Requests();
        const node = make(requests);
        mock.timers.tick(10_000);
        press(node, "Try again");
        const [first, second] = requests.waiting;
        second({ items: ["second"] });
        await settle();
        first({ items: ["first"] });
        await settle();
        assert.equal(words(node), "second");
    }
});

// Shows rule 16.26.
test("What is shown without network says of when it is, until there is network again", async () => {
    await setNetwork(false);
    const requests = new Requests();
    const node = loadedPlace(requests.ask, text => text);
    requests.waiting[0]("Words");
    await settle();
    assert.equal(words(node), "Words");
    await setNetwork(true);
    assert.match(words(node), /^as of .+Words$/);
    await setNetwork(false);
    assert.equal(words(node), "Words");
});
