// The stand-in of the server answers as docs/openapi.json says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock } from "./clock.js";
import { answerFaults, operations } from "./document.js";
import { addChallenge } from "./server/play.js";
import { addPerson, addReport, begin } from "./server/people.js";
import { addTask, classes } from "./server/class.js";
import { feed } from "./server/feed.js";
import { people } from "./server/people.js";
import { passkeys } from "./server/passkeys.js";
import { plays } from "./server/play.js";
import { comments } from "./server/comments.js";
import { requests } from "./server/room-requests.js";
import { addRoom, rooms } from "./server/rooms.js";
import { Server } from "./server/server.js";

/** @typedef {{ status: number, headers: Record<string, string>, body: any }} Read */

class World {
    clock = new Clock();
    server = new Server(this.clock);
    ada = addPerson(this.server, "ada", "teacher");
    bea = addPerson(this.server, "bea");
    /** The operations and statuses that were seen. @type {Set<string>} */
    seen = new Set();
    /** @type {string[]} */
    faults = [];

    constructor() {
        this.server.witness = (id, answer) => {
            this.seen.add(`${id} ${answer.status}`);
            this.faults.push(...answerFaults(id, answer));
        };
        this.sessions = new Map([this.ada, this.bea].map(person => [person.username, begin(this.server, person)]));
    }

    /**
     * @param {string} id
     * @param {{ by?: string, path?: Record<string, string>, query?: string, body?: any, headers?: Record<string, string> }}
     * [options]
     * @returns {Promise<Read>}
     */
    async ask(id, { by = "ada", path = {}, query = "", body, headers = {} } = {}) {
        const operation = operations.find(one => one.id === id);
        assert.ok(operation);
        const address = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name])) + query;
        const sent = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
        const request = {
            method: operation.method, address, headers: {
                "content-type": "application/json", "davenport-echo": "echo", ...headers,
            }, body: sent, cookie: this.sessions.get(by),
        };
        /** @type {any} */
        let answer;
        this.server.serve(request, reply => { answer = reply; });
        await this.clock.run({ until: () => answer, time: 60_000 });
        return { ...answer, body: answer.body && JSON.parse(answer.body) };
    }
}

test("Each answer of the stand-in has a declared status, media type and shape, and the request's echo", async () => {
    const world = new World();
    await watch(world);
    await askToJoin(world);
    await learn(world);
    await play(world);
    await sign(world);
    await others(world);
    assert.deepEqual(world.faults, []);
    const unseen = Object.keys({ ...people, ...passkeys, ...rooms, ...requests, ...comments, ...classes, ...plays, ...feed }).filter(
        id => ![...world.seen].some(one => one.startsWith(`${id} 2`))
    );
    assert.deepEqual(unseen, [], "operations that no request has tried");
    for (const status of ["401", "403", "404", "409", "410", "422", "304"]) assert.ok(
        [...world.seen].some(one => one.endsWith(status)), status,
    );
});

/** @param {World} world */
async function watch(world) {
    const { server, ada, bea } = world;
    const made = await world.ask("createRoom", { body: { subject: { kind: "custom", title: "Film" }, memberIDs: [bea.id] } });
    assert.equal(made.headers["Davenport-Echo"], "echo");
    const path = { roomID: made.body.id };
    const begun = await world.ask("listChanges", { query: "?limit=1" });
    assert.equal(begun.body.more, false);
    const id = "01a20b3c-7a91-7d44-a0c3-77e0f1b2c3d4";
    assert.equal((await world.ask("createComment", { path, body: { id, content: "a" } })).status, 201);
    assert.equal((await world.ask("createComment", { path, body: { id, content: "a" } })).status, 200);
    assert.equal((await world.ask("createComment", { path, body: { id, content: "b" } })).body.code, "id_taken");
    assert.equal((await world.ask("createComment", { path, body: { content: " " } })).status, 422);
    await world.ask("editComment", { path: { ...path, commentID: id }, body: { content: "c" } });
    assert.equal(
        (await world.ask("editComment", { by: "bea", path: { ...path, commentID: id }, body: { content: "d" } })).status, 403,
    );
    await pictures(world, path);
    const reaction = { ...path, commentID: id, emoji: "🐐" };
    assert.equal((await world.ask("addReaction", { by: "bea", path: reaction })).body.reactions[0].count, 1);
    assert.equal((await world.ask("showRoom", { by: "bea", path })).body.unreadCount, 1);
    assert.equal((await world.ask("markRead", { by: "bea", path, body: { commentID: id } })).body.unreadCount, 0);
    const listed = await world.ask("listComments", { path });
    assert.equal((await world.ask("listComments", { path, headers: { "if-none-match": listed.headers.ETag } })).status, 304);
    await world.ask("removeReaction", { by: "bea", path: reaction });
    assert.equal((await world.ask("setPosition", { path, body: { seconds: 60, running: true } })).body.position.seconds, 60);
    await world.ask("markWatched", { path, body: {} });
    assert.equal((await world.ask("setPosition", { path, body: { seconds: 60, running: true } })).body.code, "watched");
    await world.ask("unmarkWatched", { path });
    const changed = await world.ask("listChanges", { query: `?since=${begun.body.next}` });
    assert.deepEqual([changed.body.rooms.items.length, changed.body.comments.items[0].content], [1, "c"]);
    const waiting = world.ask("listChanges", { query: `?since=${changed.body.next}&wait=25` });
    assert.equal((await waiting).body.comments.items.length, 0);
    await world.ask("deleteComment", { path: { ...path, commentID: id } });
    assert.equal((await world.ask("showDashboard")).body.sections.length, 1);
    assert.equal((await world.ask("listRooms")).body.items.length, 1);
    await world.ask("leaveRoom", { by: "bea", path });
    assert.equal((await world.ask("showRoom", { by: "bea", path })).status, 404);
    await world.ask("deleteRoom", { path });
    const removed = await world.ask("listChanges", { query: `?since=${changed.body.next}` });
    assert.deepEqual(removed.body.rooms.removed, [path.roomID]);
    assert.equal((await world.ask("listChanges", { by: "bea", query: `?since=${removed.body.next}` })).status, 410);
    for (const title of ["a", "b", "c"]) addRoom(server, ada.id, [], { title });
}

/** @param {World} world @param {{ roomID: string }} path */
async function pictures(world, path) {
    const [one, other] = ["e1", "e2"].map(end => `01a20b3c-7a91-7d44-a0c3-77e0f1b2c3${end}`);
    const send = (/** @type {string} */ fileID, query = "?name=a.png&kind=picture", kind = "image/png") => world.ask(
        "createFile", { path: { fileID }, query, body: fileID, headers: { "content-type": kind } });
    assert.deepEqual([(await send(one)).status, (await send(one)).status, (await send(other)).status], [201, 200, 201]);
    assert.equal((await send(one, "?kind=picture")).body.errors[0].field, "name");
    assert.equal((await send(one.replace("e1", "e3"), undefined, "image/heic")).body.errors[0].field, "content");
    const says = (/** @type {any} */ body, by = "ada") => world.ask("createComment", { by, path, body });
    assert.equal((await says({ content: "", pictures: [{ fileID: one }] }, "bea")).body.code, "unknown_file");
    const made = await says({ content: "", pictures: [{ fileID: one, alternative: "A map" }] });
    assert.deepEqual(made.body.pictures.map((/** @type {any} */ picture) => [picture.id, picture.alternative]), [[one, "A map"]]);
    assert.equal((await says({ content: "again", pictures: [{ fileID: one }] })).body.code, "unknown_file");
    assert.equal((await world.ask("deleteFile", { path: { fileID: one } })).status, 404);
    const edits = (/** @type {any} */ body) => world.ask("editComment", { path: { ...path, commentID: made.body.id }, body });
    assert.equal((await edits({ pictures: [] })).body.errors[0].field, "content");
    assert.deepEqual((await edits({ pictures: [{ fileID: other }] })).body.pictures.length, 1);
    assert.deepEqual([...world.server.files.keys()], [other]);
    await world.ask("deleteComment", { path: { ...path, commentID: made.body.id } });
    assert.equal(world.server.files.size, 0);
}

/** @param {World} world */
async function learn(world) {
    const { server, ada, bea } = world;
    const task = addTask(server, ada.id, { title: "Bars", description: "Play them.", maxPoints: 10, studentIDs: [bea.id] });
    assert.equal((await world.ask("createTask", { body: { title: "Scales" } })).status, 201);
    await world.ask("changeTask", { path: { taskID: task.id }, body: { title: "Bars 1 to 24" } });
    assert.equal((await world.ask("showTask", { path: { taskID: task.id } })).body.counts.todo, 1);
    await world.ask("listTasks");
    const assignment = (await world.ask("listAssignments", { by: "bea" })).body.items[0];
    const path = { assignmentID: assignment.id };
    const fileID = "01a20b3c-7a91-7d44-a0c3-77e0f1b2c3d5";
    await world.ask(
        "createFile",
        { by: "bea", path: { fileID }, query: "?name=a.txt", body: "text", headers: { "content-type": "text/plain" } },
    );
    const submit = { id: "01a20b3c-7a91-7d44-a0c3-77e0f1b2c3d6", action: "submit", text: "Done.", fileIDs: [fileID] };
    assert.equal((await world.ask("createEntry", { by: "bea", path, body: submit })).body.entry.files.length, 1);
    assert.equal((await world.ask("createEntry", { by: "bea", path, body: submit })).status, 200);
    assert.equal((await world.ask("createEntry", { by: "bea", path, body: { action: "submit" } })).body.code, "wrong_state");
    const shown = await world.ask("showAssignment", { path });
    assert.equal((await world.ask("setDraft", { path, body: { version: 1, text: "x" } })).body.code, "assignment_changed");
    const drafted = await world.ask("setDraft", { path, body: { version: shown.body.version, points: 9, text: "Fine." } });
    assert.equal(drafted.body.draft.points, 9);
    const returned = await world.ask("createEntry", { path, body: { action: "return", version: drafted.body.version } });
    assert.deepEqual([returned.body.entry.points, returned.body.assignment.state], [9, "returned"]);
    await world.ask("markEntriesRead", { by: "bea", path, body: { entryID: returned.body.entry.id } });
    assert.equal((await world.ask("listEntries", { by: "bea", path })).body.items.length, 2);
    assert.equal((await world.ask("deleteFile", { by: "bea", path: { fileID } })).status, 404);
    const unused = fileID.replace("d5", "d8");
    await world.ask(
        "createFile",
        { by: "bea", path: { fileID: unused }, query: "?name=b.txt", body: "text", headers: { "content-type": "text/plain" } },
    );
    assert.equal((await world.ask("deleteFile", { by: "bea", path: { fileID: unused } })).status, 204);
    await world.ask("listChanges");
    await world.ask("deleteTask", { path: { taskID: task.id } });
    assert.equal((await world.ask("showTask", { path: { taskID: task.id } })).status, 404);
}

/** @param {World} world */
async function play(world) {
    const { server } = world;
    const challenge = addChallenge(server, "timed");
    addChallenge(server, "untimed");
    assert.equal((await world.ask("showToday")).body.timed.id, challenge.id);
    const { body: mine } = await world.ask("startPlay", { path: { challengeID: challenge.id } });
    assert.equal((await world.ask("startPlay", { path: { challengeID: challenge.id } })).status, 200);
    const path = { playID: mine.id };
    const send = (/** @type {any} */ body) => world.ask("sendMoves", { path, body });
    const first = { at: 10, cubelet: 26 };
    assert.equal((await send({ from: 0, moves: [first] })).body.moves.length, 1);
    assert.equal((await send({ from: 0, moves: [first] })).body.moves.length, 1);
    assert.equal((await send({ from: 0, moves: [{ at: 11, cubelet: 26 }, { at: 12, cubelet: 25 }] })).body.code, "moves_differ");
    assert.equal((await send({ from: 1, moves: [{ at: 12, cubelet: 26 }] })).body.reason, "not_open");
    assert.equal((await send({ from: 0, moves: [first, { at: 13, cubelet: 25 }], finish: true })).body.over, true);
    assert.equal((await send({ from: 2, moves: [{ at: 14, cubelet: 24 }] })).body.code, "play_over");
    assert.equal((await world.ask("showPlay", { path })).body.moves.length, 2);
    assert.equal((await world.ask("showPlay", { by: "bea", path })).status, 404);
    assert.equal((await world.ask("showChallenge", { path: { challengeID: challenge.id } })).body.mine.over, true);
    await world.ask("listChanges", { query: "?limit=2" });
}

/** @param {World} world */
async function sign(world) {
    /** What a device called `id` signs. @param {any} answer @param {string} id */
    const signed = ({ body: { publicKey: { challenge } } }, id) => {
        const clientDataJSON = btoa(JSON.stringify({ challenge })).replaceAll("=", "");
        return { id, response: { clientDataJSON, attestationObject: "AA", authenticatorData: "AA", signature: "AA" } };
    };
    assert.equal((await world.ask("makePasskeyOptions")).body.code, "confirm_first");
    assert.equal((await world.ask("confirm", { body: { currentPassword: "wrong" } })).body.code, "wrong_password");
    assert.equal((await world.ask("confirm", { body: { currentPassword: "ada-password" } })).status, 204);
    const added = await world.ask("addPasskey", { body: signed(await world.ask("makePasskeyOptions"), "AQ") });
    assert.equal(added.body.lastUsedAt, undefined);
    const asked = await world.ask("makePasskeyLogInOptions", { by: "" });
    const logIn = () => world.ask("logInWithPasskey", { by: "", body: { credential: signed(asked, "AQ") } });
    assert.deepEqual([(await logIn()).body.user.username, (await logIn()).body.code], ["ada", "passkey_invalid"]);
    const question = await world.ask("makeConfirmationOptions");
    assert.equal((await world.ask("confirm", { body: { credential: signed(question, "AQ") } })).status, 204);
    assert.notEqual((await world.ask("listPasskeys")).body.passkeys[0].lastUsedAt, undefined);
    assert.equal((await world.ask("changePassword", { body: { newPassword: "ada-password" } })).status, 204);
    assert.equal((await world.ask("removePasskey", { path: { passkeyID: added.body.id } })).status, 204);
    const email = "kim@example.org";
    const options = await world.ask("makePasskeySignUpOptions", { by: "", body: { email } });
    const joined = await world.ask("signUp", { by: "", body: { email, username: "kim", passkey: signed(options, "Ag") } });
    assert.deepEqual([joined.status, joined.body.user.hasPassword], [201, false]);
}

/** Bea asks to join a room of Ada's. @param {World} world */
async function askToJoin(world) {
    const { ada, bea, server } = world;
    const path = { roomID: addRoom(server, ada.id, [], { title: "Heat" }).id };
    const answer = { ...path, userID: bea.id };
    assert.equal((await world.ask("askToJoin", { by: "bea", path })).status, 404);
    await world.ask("openRoom", { path });
    assert.equal((await world.ask("listJoinableRooms", { by: "bea" })).body.items[0].memberCount, 1);
    assert.equal((await world.ask("askToJoin", { by: "bea", path })).status, 201);
    assert.equal((await world.ask("askToJoin", { by: "bea", path })).status, 200);
    assert.equal((await world.ask("listRequestsOfRoom", { path })).body.items[0].user.username, "bea");
    await world.ask("declineRoomRequest", { path: answer });
    assert.equal((await world.ask("acceptRoomRequest", { path: answer })).status, 404);
    assert.equal((await world.ask("listRoomRequests", { by: "bea" })).body.outgoing.length, 1);
    await world.ask("withdrawRoomRequest", { by: "bea", path });
    await world.ask("askToJoin", { by: "bea", path });
    assert.equal((await world.ask("acceptRoomRequest", { path: answer })).body.members.length, 2);
    await world.ask("closeRoom", { path });
    assert.deepEqual((await world.ask("listRoomRequests")).body, { incoming: [], outgoing: [], openRoomIDs: [] });
}

/** @param {World} world */
async function others(world) {
    await world.ask("showTenant");
    assert.equal((await world.ask("changeTenant", { body: { description: "Friends." } })).status, 403);
    assert.equal((await world.ask("showTenantCounts")).status, 403);
    assert.equal((await world.ask("listBots")).status, 403);
    await world.ask("changeMe", { body: { givenName: "Ada" } });
    assert.equal((await world.ask("showMe")).body.givenName, "Ada");
    for (
        const id of ["listFriends", "listPeople", "listBlocks", "showMutes", "showNotificationPreferences", "listInvites"]
    ) await world.ask(id);
    const id = "01a20b3c-7a91-7d44-a0c3-77e0f1b2c3d7";
    assert.equal((await world.ask("createFeedback", { body: { id, text: "a" } })).status, 201);
    assert.equal((await world.ask("createFeedback", { body: { id, text: "b" } })).status, 409);
    assert.equal((await world.ask("showUser", { path: { userID: world.bea.id } })).body.username, "bea");
    const report = addReport(world.server, world.bea);
    assert.equal((await world.ask("showReport", { path: { reportID: report.id } })).status, 403);
    world.ada.role = "owner";
    const described = await world.ask("changeTenant", { body: { description: "Friends." } });
    assert.equal(described.body.description, "Friends.");
    assert.deepEqual((await world.ask("showTenantCounts")).body, { openReports: 1, openInvites: 0, newFeedback: 1 });
    world.ada.role = "admin";
    assert.equal((await world.ask("showReport", { path: { reportID: report.id } })).body.person.username, "bea");
    world.server.bots.push({ id: world.server.newID(), username: "quizbot", identityColor: "#9a6324" });
    assert.equal((await world.ask("listBots")).body.items[0].user.username, "quizbot");
    await world.ask("createReport", { body: { userID: world.bea.id, reason: "spam", note: "a" } });
    assert.equal((await world.ask("createInvite", { body: { role: "member", note: "for Cem" } })).body.invite.note, "for Cem");
    const room = (await world.ask("createRoom", { body: {
        subject: { kind: "custom", title: "The lamp" }, memberIDs: [],
    } })).body;
    const { invite, code } = (await world.ask("createInvite", { body: { roomIDs: [room.id] } })).body;
    assert.deepEqual(invite.rooms, [{ id: room.id, title: "The lamp" }]);
    assert.equal((await world.ask("createInvite", { body: { roomIDs: [invite.id] } })).status, 422);
    assert.equal((await world.ask("showInviteCode", { path: { inviteID: invite.id } })).body.code, code);
    assert.deepEqual((await world.ask("lookUpInvite", { by: "", body: { code } })).body.rooms, invite.rooms);
    const newcomer = { invite: code, email: "zoe@example.org", username: "zoe", password: "nine lamps at sea" };
    assert.equal((await world.ask("signUp", { by: "", headers: { "davenport-session": "cookie" }, body: newcomer })).status, 201);
    assert.equal((await world.ask("showRoom", { path: { roomID: room.id } })).body.members.length, 2);
    assert.equal((await world.ask("lookUpInvite", { by: "", body: { code } })).status, 422);
    const subscription = { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" }, name: "laptop" };
    assert.equal((await world.ask("registerWebPush", { body: subscription })).body.name, "laptop");
    assert.equal((await world.ask("unregisterWebPush")).status, 204);
    const basic = `Basic ${btoa("bea@example.org:bea-password")}`;
    const signedIn = await world.ask(
        "logIn", { by: "", headers: { authorization: basic, "davenport-session": "cookie" }, body: {} },
    );
    assert.equal(signedIn.status, 201);
    await world.ask("endCurrentSession", { by: "bea" });
    assert.equal((await world.ask("showMe", { by: "bea" })).status, 401);
    assert.equal((await world.ask("requestPasswordLink", { by: "", body: { email: "bea@example.org" } })).status, 202);
    world.server.passwordLinks.set("CODE", world.bea.id);
    assert.equal((await world.ask("requestEmailVerification")).status, 202);
    assert.equal((await world.ask("verifyEmail", { by: "", body: { code: "CODE" } })).body.email, "bea@example.org");
    assert.equal((await world.ask("stopMails", { by: "", path: { stopCode: "CODE" } })).status, 204);
    assert.equal((await world.ask("lookUpPasswordLink", { by: "", body: { code: "CODE" } })).body.username, "bea");
    for (const [password, status] of /** @type {const} */ ([
        ["short", 422], ["nine lamps at sea", 201], ["again and again", 404],
    ])) {
        assert.equal((await world.ask("usePasswordLink", { by: "", body: { code: "CODE", password } })).status, status);
    }
    for (const [password, status] of /** @type {const} */ ([["wrong", 403], ["ada-password", 204]])) {
        assert.equal((await world.ask("deleteAccount", { body: { currentPassword: password } })).status, status);
    }
}
