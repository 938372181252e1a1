// What a row of People says of somebody, what a warning says it is about, and settings that save each change.
import "./page.js";
import assert from "node:assert/strict";
import test, { mock } from "node:test";

const { replica, session } = await import("../../../../Sources/Web/js/client.js");
const { lastWatched, sharedCount, sharedRooms } = await import("../../../../Sources/Web/js/parts/people/shared-rooms.js");
const { warningAbout } = await import("../../../../Sources/Web/js/parts/admin/reports.js");
const { SavedAtOnce } = await import("../../../../Sources/Web/js/parts/account/saved-at-once.js");

const person = (/** @type {string} */ id) => ({ id, username: id, identityColor: "#2a6fdb" });

test("A row says how many rooms are shared, and what somebody watched last, without its title", () => {
    const room = (/** @type {string} */ id, /** @type {number} */ episode, /** @type {[string, string?][]} */ ...members) => ({
        id, subject: { kind: "tv", showTitle: "Severance", season: 1, episode, episodeTitle: "A secret" },
        members: members.map(([who, watchedAt]) => ({ user: person(who), watchedAt })),
    });
    Object.assign(session, { current: () => ({ userID: "ada" }) });
    Object.assign(replica, {
        rooms: () => [room("one", 4, ["ada"], ["bea", "2026-03-01T20:00:00.000Z"]),
            room("two", 5, ["ada"], ["bea", "2026-03-02T20:00:00.000Z"], ["cem"]), room("three", 6, ["ada"], ["bea"])],
        now: () => Date.parse("2026-03-02T20:04:00.000Z"), person: (/** @type {any} */ one) => one,
    });
    const shared = sharedRooms();
    assert.deepEqual([...shared.keys()], ["bea", "cem"]);
    assert.deepEqual(["bea", "cem", "nobody"].map(id => sharedCount(shared.get(id))?.textContent),
        ["3 rooms together", "1 room together", undefined]);
    const said = (/** @type {string} */ id) => lastWatched(shared.get(id))?.textContent;
    assert.match(said("bea") ?? "", /Severance S1 E5 watched 4 min ago$/);
    assert.deepEqual([said("cem"), said("nobody")], [undefined, undefined]);
});

test("A warning names the comment that it is about, with its place and first words", () => {
    const report = (/** @type {any} */ comment, commentID = "1") =>
        /** @type {any} */ ({ commentID, evidence: { comments: [comment] } });
    assert.equal(warningAbout(report({ seconds: 943, content: "that\nhallway!" })),
        "This is about your comment at 15:43: “that hallway!”\n");
    assert.match(warningAbout(report({ seconds: 0, content: "x".repeat(4000) })),
        /^This is about your comment without a time: “x{120}…”\n$/);
    assert.equal(warningAbout(report({ seconds: 943 })), "", "erased words");
    assert.equal(warningAbout(report({ seconds: 943, content: "words" }, "")), "", "a report of a room");
});

// Shows rule 16.35.
test("A form saves each change once, again what is changed meanwhile, and shows its button only after a failure", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const [actions, form] = [document.createElement("div"), document.createElement("form")];
    let sent = 0;
    const saving = new SavedAtOnce();
    Object.assign(form, {
        isConnected: true, requestSubmit: () => { sent += 1; },
        querySelector: (/** @type {string} */ selector) => selector === ".form-actions" ? actions : null,
    });
    saving.follow(form);
    assert.ok(actions.hidden);
    const change = () => form.dispatchEvent(/** @type {any} */ ({ type: "change", target: null }));
    change();
    change();
    mock.timers.tick(1000);
    assert.equal(sent, 1);
    await assert.rejects(saving.save(async () => { throw new Error("away"); }));
    assert.equal(actions.hidden, false);
    await saving.save(async () => change());
    mock.timers.tick(1000);
    assert.equal(sent, 2);
    await saving.save(async () => {});
    mock.timers.tick(1000);
    assert.deepEqual([sent, actions.hidden], [2, true]);
    mock.timers.reset();
});
