// The switch for notifications of a browser: where it can't work it is disabled and says why, and it asks the browser for nothing
// by itself.
import { named } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { session } = await import("../../../../Sources/Web/js/client.js");
const { push } = await import("../../../../Sources/Web/js/client/push.js");
const { browserPush } = await import("../../../../Sources/Web/js/client/browser-push.js");
const { browserSwitch } = await import("../../../../Sources/Web/js/parts/account/browser-switch.js");

/** @param {any} node @returns {any} the innermost field. */
const field = node => node.localName === "input" ? node : node.children.map(field).find(Boolean);

test("What a browser lacks is known without asking it", () => {
    assert.equal(browserPush.permission(), "unsupported");
    Object.assign(navigator, { standalone: false });
    assert.equal(browserPush.permission(), "homeScreen");
    Object.assign(navigator, { serviceWorker: {} });
    const Notification = { permission: "denied", requestPermission: () => assert.fail("asked") };
    Object.assign(globalThis, { PushManager: {}, Notification });
    assert.equal(browserPush.permission(), "denied");
});

test("The switch says what to do where it is disabled, and can be used elsewhere", () => {
    Object.assign(session, { keptTenant: () => ({ webPushKey: "key" }) });
    for (const [state, isDisabled, said] of /** @type {[any, boolean, RegExp][]} */ ([
        ["denied", true, /Allow them in its settings/], ["unsupported", true, /can’t be notified/],
        ["homeScreen", true, /Add to Home Screen/],
        ["off", false, /shows nothing. What is chosen below counts on your other devices/], ["on", false, /shows what is chosen below/],
    ])) {
        push.state = () => state;
        const node = /** @type {any} */ (browserSwitch());
        const { disabled, checked } = field(node);
        assert.deepEqual([disabled, checked], [isDisabled, state === "on"], state);
        assert.match(node.textContent, said);
        assert.ok(named(node, "This device").length > 0);
    }
    Object.assign(session, { keptTenant: () => ({}) });
    assert.equal(browserSwitch(), false);
});
