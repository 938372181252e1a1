// The bars above every page: what they say of the network, and when they go.
import "./page.js";
import assert from "node:assert/strict";
import test, { mock } from "node:test";

Object.assign(globalThis, { ResizeObserver: class { observe() {} disconnect() {} } });
const { live, outbox, replica } = await import("../../../../Sources/Web/js/client.js");
const { noticeBars } = await import("../../../../Sources/Web/js/parts/frame/bars.js");
mock.timers.enable({ apis: ["setTimeout"] });

/** The bars of a page whose network is as it is put, with so many writes that wait. */
function begun() {
    const stage = { isOffline: false, isIntercepted: false, unsent: 0, isKept: true };
    /** @type {Record<string, (() => void)[]>} */
    const listeners = {};
    const subscribe = (/** @type {string[]} */ topics, /** @type {() => void} */ call) => {
        for (const topic of topics) (listeners[topic] ??= []).push(call);
    };
    Object.assign(replica, { subscribe });
    Object.assign(live, { isOffline: () => stage.isOffline, isIntercepted: () => stage.isIntercepted });
    Object.assign(outbox, { unsent: () => stage.unsent, writes: () => [], notSent: () => [], isKept: () => stage.isKept });
    const node = /** @type {any} */ (noticeBars());
    /** @param {Partial<typeof stage>} changes */
    const change = changes => {
        Object.assign(stage, changes);
        listeners.live.forEach(call => call());
    };
    const visible = () => node.children.filter((/** @type {any} */ bar) => !bar.hidden);
    const shown = () => visible().map((/** @type {any} */ bar) => bar.textContent).join("");
    return { change, shown };
}

// Shows rule 16.14.
test("A bar says that something answers in the server's place, and how much waits, until the server answers again", () => {
    const { change, shown } = begun();
    assert.equal(shown(), "");
    change({ isOffline: true, unsent: 1 });
    assert.equal(shown(), "Offline. What you write is kept here.1 not sent yet");
    change({ isIntercepted: true });
    const said = /^Something between here and the server answers in its place, such as a Wi-Fi’s sign-in page\..*1 not sent yet$/;
    assert.match(shown(), said);
    change({ isOffline: false, isIntercepted: false });
    assert.equal(shown(), "Sending what you wrote.1 not sent yet");
    change({ unsent: 0 });
    assert.equal(shown(), "");
});

test("What is sent within two seconds shows no bar, and a full disk does", () => {
    const { change, shown } = begun();
    change({ unsent: 1 });
    mock.timers.tick(1999);
    assert.equal(shown(), "");
    mock.timers.tick(1);
    assert.match(shown(), /^Sending what you wrote\./);
    change({ unsent: 0, isKept: false });
    assert.match(shown(), /^This browser can’t store anything now\./);
});
