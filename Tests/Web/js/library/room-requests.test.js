// Requests to join a room in the copy: who asks, and the badge.
import assert from "node:assert/strict";
import test from "node:test";
import { addPerson } from "../stand-ins/server/people.js";
import { requests } from "../stand-ins/server/room-requests.js";
import { Stage } from "./stage.js";

/**
 * @param {Stage} stage
 * @param {string} operation
 * @param {any} me
 * @param {Record<string, string>} [path]
 */
function act(stage, operation, me, path = {}) {
    const call = { me, session: "", path: { roomID: stage.room.id, ...path }, query: {}, headers: {}, body: undefined };
    return requests[operation](stage.server, call);
}

// Shows rules 5.19 and 9.9.
test("A request to join reaches the members, counts in the badge once, and goes when it is answered", async () => {
    const { stage, page } = await Stage.begun();
    const { live, replica } = page.davenport;
    const cem = addPerson(stage.server, "cem");
    stage.act("markWatched", stage.ada, { body: {} });
    await stage.until(() => live.badge() === 0);
    act(stage, "openRoom", stage.ada);
    await stage.until(() => replica.roomRequests()?.openRoomIDs.includes(stage.room.id));
    act(stage, "askToJoin", cem);
    await stage.until(() => live.badge() === 1);
    assert.deepEqual(replica.roomRequests()?.incoming.map(({ user }) => user.username), ["cem"]);
    await page.does(replica.change("acceptRoomRequest", { path: { roomID: stage.room.id, userID: cem.id } }));
    assert.equal(replica.room(stage.room.id)?.members.length, 3);
    assert.deepEqual([replica.roomRequests()?.incoming, live.badge()], [[], 0]);
});
