// A form that can't be sent says the same as the bar: that there is no network, or that something else answers.
import { StandInElement } from "../stand-ins/document-element.js";
import assert from "node:assert/strict";
import test from "node:test";

const { live, Problem } = await import("../../../../Sources/Web/js/client.js");
const { needsNetwork, networkFault, sendOnClick, sentence } = await import("../../../../Sources/Web/js/parts/controls/states.js");
const { offlineWords } = await import("../../../../Sources/Web/js/parts/class/entry-words.js");

const interception = "Something between here and the server answers in its place, such as a Wi-Fi’s sign-in page.";

/** @param {Partial<typeof live.status>} status */
function isNow(status) {
    live.setStatus({ state: "off", isOffline: false, isIntercepted: false, ...status });
    return new Promise(resolve => setImmediate(resolve));
}

test("A request that fails says that the server can't be reached, or what answers in its place", async () => {
    const failures = [Problem.offline(), Problem.unreadable()];
    await isNow({ isOffline: true });
    for (const problem of failures) assert.equal(sentence(problem), "The server can’t be reached.");
    await isNow({ isOffline: true, isIntercepted: true });
    for (const problem of failures) assert.equal(sentence(problem), interception);
    assert.match(sentence(Problem.notLoaded()), /couldn’t be loaded/);
});

test("A form and a button that wait for the network say why", async () => {
    await isNow({});
    assert.equal(networkFault(), undefined);
    await isNow({ isOffline: true });
    assert.equal(networkFault(), "You are offline. This needs the network.");
    assert.deepEqual([offlineWords("student"), offlineWords("teacher")],
        ["You are offline. Your words are kept here. Hand in when you’re back.", "You are offline. What you write is kept here."]);
    await isNow({ isOffline: true, isIntercepted: true });
    assert.equal(networkFault(), `${interception} This needs the server.`);
    assert.deepEqual([offlineWords("student"), offlineWords("teacher")],
        [`${interception} Your words are kept here. Hand in when you’re back.`, `${interception} What you write is kept here.`]);
});

test("A disabled button takes over another reason, and loses it with the last", async () => {
    await isNow({ isOffline: true });
    const button = /** @type {any} */ (new StandInElement());
    needsNetwork(button);
    assert.deepEqual([button.getAttribute("title"), button.getAttribute("aria-disabled")],
        ["You are offline. This needs the network.", "true"]);
    await isNow({ isOffline: true, isIntercepted: true });
    assert.equal(button.getAttribute("title"), `${interception} This needs the server.`);
    await isNow({});
    assert.deepEqual([...button.attributes], []);
});

test("A button that is pressed all the same sends nothing and says why", async () => {
    const [button, fault] = /** @type {any[]} */ ([new StandInElement(), new StandInElement()]);
    let sent = 0;
    sendOnClick(button, fault, async () => { sent += 1; });
    await isNow({ isOffline: true, isIntercepted: true });
    await button.click();
    assert.deepEqual([fault.textContent, sent], [`${interception} This needs the server.`, 0]);
    await isNow({});
    await button.click();
    assert.deepEqual([fault.textContent, sent], ["", 1]);
});
