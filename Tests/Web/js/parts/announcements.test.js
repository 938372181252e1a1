// What is announced to screen readers, and when it goes.
import "./page.js";
import assert from "node:assert/strict";
import test, { mock } from "node:test";

mock.timers.enable({ apis: ["setTimeout"] });
const { forgetFault, say, sayFault, unsay } = await import("../../../../Sources/Web/js/parts/controls/states.js");

const status = { textContent: "" };
Object.assign(document, { getElementById: () => status });

// Shows rule 16.24.
test("What was announced goes with its cause, and after ten seconds", () => {
    say("Offline.");
    unsay("Sent.");
    assert.equal(status.textContent, "Offline.");
    unsay("Offline.");
    assert.equal(status.textContent, "");
    say("Sent.");
    mock.timers.tick(6_000);
    say("Sent.");
    mock.timers.tick(6_000);
    assert.equal(status.textContent, "Sent.\u00A0", "said again, it stays for ten more seconds");
    mock.timers.tick(4_000);
    assert.equal(status.textContent, "");
});

// Shows rule 16.24.
test("The fault of a form holds until the form is changed", () => {
    sayFault("Fill it in.");
    mock.timers.tick(60_000);
    assert.equal(status.textContent, "Fill it in.");
    say("Copied.");
    forgetFault();
    assert.equal(status.textContent, "Copied.");
    sayFault("Fill it in.");
    forgetFault();
    assert.equal(status.textContent, "");
});
