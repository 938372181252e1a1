// Where the form of a draft can't be opened any more, its words stand with what wasn't sent.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { kinds } from "../../../../Sources/Web/js/davenport/outbox/places.js";
import { addTask, removeTask } from "../stand-ins/server/class.js";
import { Stage } from "./stage.js";

const nowhere = "01a20b3c-0000-7000-8000-00000000ffff";
/** The kinds whose form is always there. */
const everywhere = ["profile", "email", "notifications", "feedback", "friend", "mutes", "invite", "calendar"];
/** What each other kind belongs to, where it isn't one thing with an id. */
const wholes = { filter: "filter", challenge: "challenge:new", player: "player:plex" };

/** @param {import("./stage.js").Page} page @param {string} place @param {string} [text] */
async function types(page, place, text = "half a sentence") {
    page.davenport.drafts.save(place, { text });
    await page.does(page.davenport.drafts.flush());
}

/** @param {import("./stage.js").Page} page */
const places = page => page.davenport.outbox.notSent().map(({ id }) => String(id).replace("draft:", "")).sort();

test("Every kind of form that keeps words is known", () => {
    const root = fileURLToPath(new URL("../../../../Sources/Web/js/", import.meta.url));
    const files = fs.readdirSync(root, { recursive: true }).map(String).filter(name => /^(screens|parts)\/.*\.js$/.test(name));
    // The type checker holds the places that aren't written here to App.DraftPlace.
    const named = files.flatMap(name => [...fs.readFileSync(path.join(root, name), "utf8")
        .matchAll(/(?:\bdraft: |new KeptDraft\(|Place = .*=> )["`]([a-z-]+)/g)].map(([, kind]) => kind));
    assert.ok(["room", "edit", "extension", "task", "report-note", "filter"].every(kind => named.includes(kind)), String(named));
    for (const kind of named) {
        if (kind === "saved") continue;
        assert.ok(kind in kinds, `What does the form "${kind}" need to open? outbox/places.js doesn't say.`);
    }
});

test("Words of every kind of form stand with what wasn't sent once their place is gone", async () => {
    const stage = new Stage();
    stage.server.features = [];
    stage.ada.role = "member";
    const page = await stage.page();
    await page.does(page.davenport.session.tenant());
    for (const kind of Object.keys(kinds)) {
        await types(page, wholes[kind] ?? (everywhere.includes(kind) ? kind : `${kind}:${nowhere}`));
    }
    await types(page, "room:new");
    await types(page, "task:new");
    const gone = Object.keys(kinds).filter(kind => !everywhere.includes(kind)).map(kind => wholes[kind] ?? `${kind}:${nowhere}`);
    await stage.until(() => places(page).length === gone.length + 2);
    assert.deepEqual(places(page), [...gone, "room:new", "task:new"].sort());
    const thrown = page.davenport.outbox.notSent().find(({ id }) => id === `draft:report-note:${nowhere}`);
    assert.deepEqual([thrown?.text, thrown?.canRetry, thrown?.problem?.code], ["half a sentence", false, "not_found"]);
    await page.does(page.davenport.outbox.discard(`draft:report-note:${nowhere}`));
    assert.ok(!places(page).includes(`report-note:${nowhere}`));
});

test("Words whose place is there don't stand with what wasn't sent", async () => {
    const { stage, page } = await Stage.begun();
    stage.ada.role = "owner";
    stage.server.note([stage.ada.id], { kind: "documents", id: "me" });
    const task = addTask(stage.server, stage.ada.id, { title: "A task for nobody yet" });
    const report = stage.addReport();
    const bot = { id: stage.server.newID(), username: "quizbot", identityColor: "#9a6324" };
    stage.server.bots.push(bot);
    await stage.until(() => page.davenport.replica.me()?.role === "owner");
    const { id: comment } = stage.act("createComment", stage.bea, { body: { content: "Hm." } }).body;
    await types(page, `room:${stage.room.id}`);
    for (const place of [
        `report:${stage.bea.id}`, `report-room:${stage.room.id}`,
        `report-comment:${stage.room.id}/${comment}`, `report-note:${report.id}`,
        `report-decision:${report.id}`, `task:${task.id}`, `teacher:${task.id}`,
        "task:new", "room:new", "challenge:new", "filter", "player:plex", "bot", `bot:${bot.id}`,
        `member:${stage.bea.id}`, ...everywhere,
    ]) await types(page, place);
    await stage.advance(10_000);
    assert.deepEqual(places(page), []);
});

test("A task is deleted elsewhere, and its words stand with what wasn't sent, in each tab and after a reload", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    const task = addTask(stage.server, stage.ada.id, { title: "Scales", studentIDs: [stage.bea.id] });
    await stage.until(() => page.davenport.copy?.assignments.size === 1);
    await types(page, `task:${task.id}`, "Slowly.");
    await stage.advance(10_000);
    assert.deepEqual(places(page), []);
    removeTask(stage.server, task);
    await stage.until(() => places(page).length === 1 && places(other).length === 1);
    const [{ text, title, isPlaceGone }] = page.davenport.outbox.notSent();
    assert.deepEqual([text, title, isPlaceGone], ["Slowly.", "Scales", true]);
    page.tab.close();
    other.tab.close();
    const next = await stage.page();
    assert.equal(next.davenport.outbox.notSent()[0]?.title, "Scales");
});

test("A page that says that there is no such thing leads to the words that were typed for it", async () => {
    const { stage, page } = await Stage.begun();
    const task = addTask(stage.server, stage.ada.id, { title: "For nobody yet" });
    await types(page, `task:${task.id}`);
    await stage.advance(10_000);
    removeTask(stage.server, task);
    await assert.rejects(page.does(page.davenport.connection.call("showTask", { path: { taskID: task.id } })));
    await stage.until(() => places(page).length === 1);
    assert.equal(page.davenport.outbox.notSent()[0]?.title, "For nobody yet");
});

test("What admins write stands with what wasn't sent while they are no admins any more", async () => {
    const { stage, page } = await Stage.begun();
    const report = stage.addReport();
    const becomes = async (/** @type {string} */ role) => {
        stage.ada.role = role;
        stage.server.note([stage.ada.id], { kind: "documents", id: "me" });
        await stage.until(() => page.davenport.replica.me()?.role === role);
    };
    await becomes("admin");
    await types(page, `report-note:${report.id}`, "Asked them first.");
    await stage.advance(10_000);
    assert.deepEqual(places(page), []);
    await becomes("member");
    await stage.until(() => places(page).length === 1);
    await becomes("admin");
    await stage.until(() => places(page).length === 0);
});

test("The words of a decision stand with what wasn't sent once somebody else has decided, and notes stay", async () => {
    const { stage, page } = await Stage.begun();
    stage.ada.role = "admin";
    stage.server.note([stage.ada.id], { kind: "documents", id: "me" });
    const report = stage.addReport();
    await types(page, `report-decision:${report.id}`, "Please stop.");
    await types(page, `report-note:${report.id}`, "Asked them first.");
    await stage.advance(10_000);
    assert.deepEqual(places(page), []);
    report.resolution = { actions: ["dismiss"], at: stage.server.time() };
    await assert.rejects(page.does(page.davenport.connection.call("showTask", { path: { taskID: nowhere } })));
    await stage.until(() => places(page).length === 1);
    assert.deepEqual(places(page), [`report-decision:${report.id}`]);
});

test("Without network nothing counts as gone, and it is looked up once there is one", async () => {
    const { stage, page } = await Stage.begun();
    stage.device.isOffline = true;
    await types(page, `task:${nowhere}`);
    await stage.advance(60_000);
    assert.deepEqual(places(page), []);
    stage.device.isOffline = false;
    await stage.until(() => places(page).length === 1);
});

test("A report of a comment that is deleted stands with what wasn't sent", async () => {
    const { stage, page } = await Stage.begun();
    const { id } = stage.act("createComment", stage.bea, { body: { content: "Hm." } }).body;
    await page.open();
    await stage.until(() => page.shown.length === 1);
    await types(page, `report-comment:${stage.room.id}/${id}`, "Look at this.");
    await stage.advance(10_000);
    assert.deepEqual(places(page), []);
    stage.act("deleteComment", stage.bea, { path: { roomID: stage.room.id, commentID: id } });
    await stage.until(() => places(page).length === 1);
    assert.equal(page.davenport.outbox.notSent()[0]?.title, "Film");
});

test("An assignment's words are announced as not sent when it goes", async () => {
    const { stage, page } = await Stage.begun();
    const task = addTask(stage.server, stage.ada.id, { title: "Scales", studentIDs: [stage.bea.id] });
    await stage.until(() => page.davenport.copy?.assignments.size === 1);
    const [assignment] = [...stage.server.assignments.values()];
    await types(page, `assignment:${assignment.id}`, "Well done.");
    await stage.advance(10_000);
    /** @type {string[]} */
    const announced = [];
    page.davenport.replica.subscribe(["writes"], () => announced.push(...places(page)));
    removeTask(stage.server, task);
    await stage.until(() => announced.length > 0);
    assert.deepEqual([announced[0], page.davenport.outbox.notSent()[0]?.title], [`assignment:${assignment.id}`, "Scales"]);
});
