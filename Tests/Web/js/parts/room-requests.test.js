// What the pages say of rooms of friends and of requests to join, and what their buttons send.
import { named, press, settle } from "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

/** @type {(entries: {isIntersecting: boolean}[]) => void} */
let look = () => {};
Object.assign(globalThis, {
    IntersectionObserver: class {
        /** @param {(entries: {isIntersecting: boolean}[]) => void} call */
        constructor(call) { look = call; }
        observe() {}
        disconnect() {}
    },
});
const { live, replica } = await import("../../../../Sources/Web/js/client.js");
const { answers } = await import("../../../../Sources/Web/js/client/answers.js");
const { aboutJoinable, askButton, joinableRooms } = await import("../../../../Sources/Web/js/parts/watch/joinable-rooms.js");
const { RoomRequests } = await import("../../../../Sources/Web/js/parts/people/room-requests.js");

const ada = { id: "a", username: "ada", identityColor: "#d1495b" };
const cem = { id: "c", username: "cem", identityColor: "#00798c" };
const room = { id: "r", subject: { kind: /** @type {const} */ ("custom"), title: "Heat" }, memberCount: 3, friends: [ada] };
/** @type {string[]} */
const sent = [];
Object.assign(replica, { change: async (/** @type {string} */ operation, /** @type {any} */ { path }) => {
    sent.push(`${operation} ${Object.values(path).join(" ")}`);
} });
Object.assign(live, { isOffline: () => false });

/** @param {any} part */
const words = part => [part].flat(3).map((one) => one?.textContent ?? one).filter(Boolean).join("").replace(/[\u2068\u2069]/g, "");

// Shows rule 16.28.
test("A room of friends says which of them are in it and how many others, and names no other", () => {
    assert.equal(words(aboutJoinable(room)), "ada is in it, with 2 others");
    assert.equal(words(aboutJoinable({ ...room, memberCount: 1 })), "ada is in it");
    assert.equal(words(aboutJoinable({ ...room, friends: [ada, cem] })), "ada and cem are in it, with 1 other");
});

// Shows rule 16.28.
test("Rooms of friends are asked for once their place is near the window, and shown where there are some", () => {
    /** @type {any[]} */
    const asked = [];
    Object.assign(answers, { watch: (/** @type {string} */ operation, /** @type {object} */ _, /** @type {any} */ show) => {
        asked.push(operation);
        show({ answer: { items: [room] } });
        return { stop() {}, again() {} };
    } });
    const node = joinableRooms(new AbortController().signal);
    look([{ isIntersecting: false }]);
    assert.deepEqual(asked, []);
    assert.equal(named(node, "Ask to join Heat").length, 0);
    look([{ isIntersecting: true }]);
    assert.deepEqual(asked, ["listJoinableRooms"]);
    assert.equal(named(node, "Ask to join Heat").length, 1);
});

// Shows rule 16.28.
test("Its button asks, and after that withdraws", async () => {
    press(askButton(room), "Ask to join Heat");
    await settle();
    assert.deepEqual(sent.splice(0), ["askToJoin r"]);
    const asked = askButton({ ...room, requestedAt: "2026-03-01T20:00:00Z" });
    assert.equal(named(asked, "Withdraw Heat").length, 1);
});

// Shows rule 16.29.
test("A member accepts a request in one tap; those of other rooms stand elsewhere", async () => {
    const incoming = ["r", "other"].map((roomID) => ({ roomID, user: cem, requestedAt: "2026-03-01T20:00:00Z" }));
    Object.assign(replica, { roomRequests: () => ({ incoming, outgoing: [], openRoomIDs: ["r"] }) });
    const part = new RoomRequests("r");
    part.update();
    assert.equal(named(part.node, "Accept cem").length, 1);
    assert.equal(/** @type {any} */ (part.input).checked, true);
    press(part.node, "Accept cem");
    await settle();
    assert.deepEqual(sent.splice(0), ["acceptRoomRequest r c"]);
    await part.setOpen(false);
    assert.deepEqual(sent.splice(0), ["closeRoom r"]);
});
