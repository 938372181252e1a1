// What a row of People says of somebody, what a warning says it is about, settings that save each change and their list, and what
// the audit names.
import "./page.js";
import assert from "node:assert/strict";
import test, { mock } from "node:test";

const { replica, session } = await import("../../../../Sources/Web/js/client.js");
const { lastWatched, sharedCount, sharedRooms } = await import("../../../../Sources/Web/js/parts/people/shared-rooms.js");
const { warningAbout } = await import("../../../../Sources/Web/js/parts/admin/reports.js");
const { line, ThingNames } = await import("../../../../Sources/Web/js/parts/admin/audit.js");
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
        friends: () => ({ friends: [person("cem"), person("bea")] }),
    });
    const shared = sharedRooms();
    assert.deepEqual([...shared.keys()], ["bea", "cem"]);
    assert.deepEqual(["bea", "cem", "nobody"].map(id => sharedCount(shared.get(id))?.textContent),
        ["3 rooms together", "1 room together", undefined]);
    const said = (/** @type {string} */ id) => lastWatched(shared.get(id))?.textContent;
    assert.match(said("bea") ?? "", /Severance S1 E5 bea watched it 4 min ago\. $/);
    assert.deepEqual([said("cem"), said("nobody")], [undefined, undefined]);
    // Where the reader is in it: has watched it as well, not yet, not even an earlier episode, or a part.
    const at = "2026-03-02T20:00:00.000Z";
    const rooms = (/** @type {string | undefined} */ own, /** @type {any[]} */ ...earlier) => [...earlier,
        { ...room("one", 4, ["ada", own], ["bea", at]), attention: own ? "discuss" : "watch", group: "1" }];
    const begun = rooms(undefined).map((one) => ({ ...one, position: { seconds: 660 } }));
    const standing = (/** @type {any[]} */ found) => {
        Object.assign(replica, { rooms: () => found });
        return lastWatched(sharedRooms().get("bea"))?.textContent?.replace(/.*ago\. /, "").trim();
    };
    assert.deepEqual([standing(rooms(at)), standing(rooms(undefined)),
        standing(rooms(undefined, { ...room("zero", 3, ["ada"]), attention: "watch", group: "1" })), standing(begun)],
    ["So did you.", "You haven’t yet.", "You aren’t there yet.", "You are 11 min in."]);
    // What the reader has begun comes before what they haven't.
    Object.assign(replica, { rooms: () => [...rooms(undefined), { ...begun[0], id: "begun", group: "2" }] });
    assert.equal(sharedRooms().get("bea")?.next?.id, "begun");
    // Of two friends who have watched the same, one row leads there.
    const both = { ...begun[0], members: [["ada"], ["cem", at], ["bea", at]].map(([who, watchedAt]) => ({ user: person(who), watchedAt })) };
    Object.assign(replica, { rooms: () => [both] });
    assert.deepEqual(["bea", "cem"].map(id => sharedRooms().get(id)?.next?.id), ["one", undefined]);
    Object.assign(replica, { rooms: () => [both, { ...both, id: "two", group: "2" }] });
    assert.deepEqual(["bea", "cem"].map(id => sharedRooms().get(id)?.next?.id), ["one", "two"]);
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

/** @param {object} more @param {import("../../../../Sources/Web/js/dom.js").Parts} [name] */
const entry = (more, name = undefined) => line(/** @type {any} */ ({ id: "1", at: "2026-03-01T20:00:00.000Z", actor: "user",
    by: person("ada"), ...more }), { name, day: false }).textContent?.replace(/ · .*/, "");

// Shows rule 16.47.
test("An entry of the audit says to whom or what it happened, and who did it", () => {
    Object.assign(replica, { now: () => Date.parse("2026-03-02T20:00:00.000Z"), person: (/** @type {any} */ one) => one });
    assert.equal(entry({ event: "role.changed", subjectID: "2", about: person("cem"), detail: "admin" }),
        "Role changed: cem adminby ada");
    assert.equal(entry({ event: "user.suspended", subjectID: "2" }), "Suspended: somebody who leftby ada");
    assert.equal(entry({ event: "invite.withdrawn", subjectID: "3" }, "For Tess"), "Invite withdrawn: For Tessby ada");
    assert.equal(entry({ event: "invite.withdrawn", subjectID: "3" }), "Invite withdrawnby ada");
    assert.equal(entry({ event: "report.resolved", subjectID: "4", detail: "dismiss" }, ["A comment by ", "bea"]),
        "Report decided: A comment by bea dismissedby ada");
});

// Shows rule 16.47.
test("The lists that name things are read once, only where an entry is about such a thing, and again after a failure", async () => {
    const names = new ThingNames();
    let asked = 0;
    let isAway = true;
    names.lists = { invite: async () => {
        asked += 1;
        if (isAway) throw new Error("away");
        return [["3", () => "For Tess"]];
    } };
    const about = (/** @type {string} */ event) => /** @type {any} */ ({ event, subjectID: "3" });
    await names.read([about("role.changed")]);
    assert.equal(asked, 0);
    await names.read([about("invite.created")]);
    assert.deepEqual([asked, names.of(about("invite.created"))], [1, undefined]);
    isAway = false;
    await names.read([about("invite.created"), about("invite.withdrawn")]);
    await names.read([about("invite.created")]);
    assert.deepEqual([asked, names.of(about("invite.created"))], [2, "For Tess"]);
});
