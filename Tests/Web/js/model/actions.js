// What may happen in a history, each with its weight: what the person does, what others do, and what happens to devices and the
// network.

import { Answers } from "../../../../Sources/Web/js/davenport/answers.js";
import { lies } from "../stand-ins/lies.js";
import { act as actOnAssignment, assign, removeTask } from "../stand-ins/server/class.js";
import { expire } from "../stand-ins/server/pictures.js";
import { addRoom, join, leave, removeRoom } from "../stand-ins/server/rooms.js";
import { Refusal } from "../stand-ins/server/refusal.js";

/** @typedef {import("./world.js").World} World */
/** @typedef {import("./page.js").Page} Page */
/** @typedef {(world: World) => unknown} Action */

/** @param {World} world a page on which somebody is signed in. @returns {Page | undefined} */
const signedIn = world => pick(world, world.open().filter(page => page.isSignedIn));
/** @template T @param {World} world @param {readonly T[]} items @returns {T | undefined} */
const pick = (world, items) => items.length > 0 ? world.random.of(items) : undefined;
/** How many pictures are chosen for a comment. @param {World} world */
const pictures = ({ random }) => random.happens(0.3) ? 1 + random.below(3) : 0;
/** A room that the page shows. @param {World} world @param {Page} page */
const roomOf = (world, page) => pick(world, page.davenport.replica.rooms());

/** @param {(world: World, page: Page, room: any) => unknown} body @returns {Action} */
const inRoom = body => world => {
    const page = signedIn(world);
    const room = page && roomOf(world, page);
    return page && room && body(world, page, room);
};
/** @param {(world: World, page: Page) => unknown} body @returns {Action} */
const onPage = body => world => {
    const page = signedIn(world);
    return page && body(world, page);
};
/** @param {(world: World) => unknown} body a change on the server that may be refused. @returns {Action} */
const byOthers = body => world => {
    try {
        return body(world);
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
    }
};

/** What the person does. @type {Record<string, [number, Action]>} */
const person = {
    comment: [12, inRoom((world, page, room) => page.comment(room.id, true, {
        text: world.random.happens(0.05) ? "x".repeat(4001) : "", pictures: pictures(world),
    }))],
    draft: [3, inRoom((world, page, room) => page.comment(room.id, false, { pictures: pictures(world) }))],
    edit: [3, inRoom((world, page, room) => {
        const comment = pick(
            world, [...world.server.rooms.get(room.id)?.comments.values() ?? []].filter(({ by }) => by === page.person?.userID),
        );
        if (!comment) return;
        const path = { roomID: room.id, commentID: comment.id };
        const submit = (/** @type {any} */ { text }) => page.davenport.connection.call(
            "editComment", { path, body: { content: text } },
        );
        return page.form({ kind: "edit", place: `edit:${room.id}/${comment.id}`, submit });
    })],
    watched: [4, inRoom((world, page, room) => world.marks(page, room.id, true))],
    unwatched: [2, inRoom((world, page, room) => world.marks(page, room.id, false))],
    position: [3, inRoom((world, page, room) => page.does("moves on", () => page.davenport.outbox.setPosition(
        room.id, { seconds: world.random.below(3000), running: world.random.happens(0.5) }, page.davenport.replica.now(),
    )))],
    read: [3, inRoom((world, page, room) => {
        const comment = pick(world, [...world.server.rooms.get(room.id)?.comments.values() ?? []]);
        return comment && page.does(
            "reads", () => page.davenport.outbox.markRead(room.id, { id: comment.id, number: comment.number }),
        );
    })],
    react: [3, inRoom((world, page, room) => {
        const comment = pick(world, [...world.server.rooms.get(room.id)?.comments.values() ?? []]);
        const reaction = { commentID: comment?.id ?? "", emoji: "🐐", on: world.random.happens(0.7) };
        return comment && page.does("reacts", () => page.davenport.outbox.react(room.id, reaction));
    })],
    openRoom: [3, inRoom((_, page, room) => page.does(`opens ${room.id}`, async () => {
        await page.comments.openRoom(room.id);
        page.comments.comments(room.id);
        await new Promise(resolve => page.tab.platform.setTimeout(() => resolve(undefined), 5000));
        page.comments.closeRoom(room.id);
    }))],
    message: [3, onPage((world, page) => {
        const { id } = world.random.of([world.class.mine, world.class.others]);
        const submit = (/** @type {any} */ { id: entryID, text }) => page.davenport.connection.call(
            "createEntry", { path: { assignmentID: id }, body: { id: entryID, action: "message", text } });
        return page.form(
            { kind: "message", place: `message:${id}`, submit, checks: answer => typeof answer?.entry?.id === "string" }
        );
    })],
    handIn: [3, onPage((world, page) => {
        const { id } = world.class.mine;
        const submit = (/** @type {any} */ { id: entryID, text }) => page.davenport.connection.call(
            "createEntry", { path: { assignmentID: id }, body: { id: entryID, action: "submit", text } });
        return page.form(
            { kind: "hand-in", place: `assignment:${id}`, submit, checks: answer => typeof answer?.entry?.id === "string" }
        );
    })],
    evaluation: [3, onPage((world, page) => {
        const { id } = world.class.others;
        const submit = async (/** @type {any} */ { text }) => {
            const { version } = await page.davenport.connection.call("showAssignment", { path: { assignmentID: id } });
            return page.davenport.connection.call(
                "setDraft", { path: { assignmentID: id }, body: { version: version ?? 0, text } },
            );
        };
        return page.form({ kind: "mark", place: `mark:${id}`, submit });
    })],
    task: [2, onPage((_, page) => {
        const submit = (/** @type {any} */ { id, text }) => page.davenport.connection.call(
            "createTask", { body: { id, title: text } },
        );
        return page.form({ kind: "task", place: "task:new", submit });
    })],
    feedback: [2, onPage((_, page) => {
        const submit = (/** @type {any} */ { id, text }) => page.davenport.connection.call(
            "createFeedback", { body: { id, text } },
        );
        return page.form({ kind: "feedback", place: "feedback", submit });
    })],
    report: [1, onPage((world, page) => {
        const submit = (/** @type {any} */ { id, text }) => page.davenport.connection.call(
            "createReport", { body: { id, userID: /** @type {any} */ (world.bea).id, reason: "other", note: text } });
        return page.form({ kind: "report", place: `report:${world.bea?.id}`, submit });
    })],
    profile: [1, onPage((_, page) => {
        const submit = (/** @type {any} */ { text }) => page.davenport.connection.call("changeMe", { body: { givenName: text } });
        return page.form({ kind: "profile", place: "profile", submit });
    })],
    play: [5, onPage((world, page) => page.play(world.random.of(/** @type {any} */ (world.challenges)).id))],
    list: [3, onPage((world, page) => page.does("reads a list", () => {
        const answers = page.davenport.use(Answers);
        return world.random.happens(0.5) ? answers.read("listInvites") : answers.read("listTasks");
    }))],
    decide: [5, onPage((world, page) => page.does("decides about what wasn't sent", async () => {
        const item = pick(world, notSent(page));
        if (!item) return;
        for (const one of world.ledger.said) one.isOpen ||= JSON.stringify(item).includes(one.token);
        if (world.random.happens(0.5)) return page.davenport.outbox.retry(item.id);
        world.throws(page, JSON.stringify(item));
        await page.davenport.outbox.discard(item.id);
    }))],
    leave: [
        0.7,
        inRoom((_, page, room) => page.does(
            `leaves ${room.id}`, () => page.davenport.connection.call("leaveRoom", { path: { roomID: room.id } }),
        )),
    ],
    signOut: [0.7, onPage((_, page) => page.signOut())],
    signIn: [6, world => pick(world, world.open().filter(page => page.hasStarted && !page.person))?.signIn("ada")],
    another: [0.6, world => pick(world, world.open().filter(page => page.hasStarted && !page.person))?.signIn("bea")],
};

/** What happens to pages, devices and the network. @type {Record<string, [number, Action]>} */
const surroundings = {
    kill: [4, world => pick(world, world.open())?.kill()],
    close: [2, world => pick(world, world.open())?.close()],
    open: [7, world => {
        const device = world.random.of(world.devices);
        return world.open(device).length < 2 && world.openPage(device);
    }],
    hide: [2, world => pick(world, world.open())?.tab.hide()],
    show: [3, world => pick(world, world.open())?.tab.show()],
    freeze: [1, world => pick(world, world.open())?.tab.realm.freeze()],
    thaw: [2, world => { for (const page of world.open()) page.tab.realm.thaw(); }],
    offline: [3, world => { world.random.of(world.devices).isOffline = true; }],
    online: [5, world => {
        for (const device of world.devices) device.isOffline = false;
        for (const page of world.open()) page.tab.emit("online");
    }],
    lie: [5, world => { world.lying = { chance: world.random.of([0.1, 0.3, 0.6]), kinds: Object.keys(lies) }; }],
    intercept: [2, world => { world.lying = { chance: 1, kinds: [world.random.of(Object.keys(lies))] }; }],
    tellTruth: [3, world => { world.lying.chance = 0; }],
    busy: [1, world => { world.busy = world.random.of([0, 0.3]); }],
    clock: [
        2,
        world => {
            world.random.of(world.devices).skew = (world.random.next() - 0.5) * world.random.of([1000, 600_000, 3 * 86_400_000]);
        },
    ],
    fill: [
        1.2,
        world => { world.random.of(world.devices).disk.full = world.random.of(/** @type {const} */ (["request", "commit"])); },
    ],
    free: [2, world => { for (const device of world.devices) device.disk.full = undefined; }],
    loseConnections: [1.5, world => world.random.of(world.devices).disk.loseConnections()],
    failOpens: [0.5, world => { world.random.of(world.devices).disk.failingOpens = 1 + world.random.below(2); }],
};

/** What others do, and the server. @type {Record<string, [number, Action]>} */
const elsewhere = {
    theyComment: [4, world => {
        const room = pick(
            world, [...world.server.rooms.values()].filter(one => one.members.has(/** @type {any} */ (world.bea).id)),
        );
        return room && world.act(
            "createComment", world.bea, { path: { roomID: room.id }, body: { content: "bea says something" } },
        );
    }],
    theyDeleteComment: [1.5, world => {
        const room = pick(
            world, [...world.server.rooms.values()].filter(one => one.members.has(/** @type {any} */ (world.bea).id)),
        );
        const comment = room && pick(world, [...room.comments.values()]);
        return comment && world.act("deleteComment", world.bea, { path: { roomID: room.id, commentID: comment.id } });
    }],
    theyDelete: [2, byOthers(world => {
        const room = pick(world, [...world.server.rooms.values()].filter(one => one.by === world.bea?.id));
        return room && removeRoom(world.server, room);
    })],
    theyInvite: [
        2,
        world => addRoom(
            world.server, /** @type {any} */ (world.bea).id, [/** @type {any} */ (world.ada).id], { title: "Another film" },
        ),
    ],
    theyLeave: [1, world => {
        const room = pick(world, [...world.server.rooms.values()]);
        return room && leave(world.server, room, world.random.of([world.bea, world.ada])?.id ?? "");
    }],
    theyJoin: [1, world => {
        const room = pick(world, [...world.server.rooms.values()]);
        return room && join(world.server, room, world.random.of([world.bea, world.ada])?.id ?? "");
    }],
    teacherReturns: [2, byOthers(world => actOnAssignment(
        world.server, world.class.mine, /** @type {any} */ (world.teo), {
            action: "return", version: world.class.mine.version, text: "Again.",
        }))],
    studentActs: [2, byOthers(world => actOnAssignment(
        world.server, world.class.others, /** @type {any} */ (world.bea), {
            action: world.random.of(["message", "submit"]), text: "Done.",
        }))],
    taskDeleted: [0.6, byOthers(world => {
        const task = world.random.of([world.class.learning, world.class.teaching]);
        return world.server.tasks.has(task.id) && removeTask(world.server, task);
    })],
    taskAssigned: [
        0.5,
        world => world.server.tasks.has(world.class.learning.id) && assign(
            world.server, world.class.learning, /** @type {any} */ (world.cem).id,
        ),
    ],
    picturesExpire: [1.5, world => expire(world.server)],
    endSessions: [1.2, world => world.server.endSessions(/** @type {any} */ (world.ada).id)],
    resync: [0.7, world => { world.server.epoch += 1; }],
};

/** @type {Record<string, [number, Action]>} */
export const actions = { ...person, ...surroundings, ...elsewhere };

/** What the page shows as not sent. @param {Page} page @returns {any[]} */
export function notSent({ davenport }) {
    const { outbox } = /** @type {any} */ (davenport);
    if (outbox.notSent) return outbox.notSent();
    return outbox.writes().filter((/** @type {any} */ entry) => entry.problem);
}
