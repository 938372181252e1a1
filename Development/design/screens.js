// Whole screens, which show the parts that mean nothing without them.
import { el } from "../js/dom.js";
import { replica } from "../js/client.js";
import { answers } from "./sample.js";

/** @typedef {import("../js/parts/frame/frame.js").Screen} Screen */

/**
 * @param {() => Promise<{default: Screen}>} load
 * @param {() => Record<string, string | undefined>} [params]
 */
const screen = (load, params = () => ({})) => ({ load, params });
const room = () => ({ id: replica.rooms()[0]?.id });

/** By the name of its module in js/screens. */
export const screens = {
    enter: screen(() => import("../js/screens/enter.js")),
    watch: screen(() => import("../js/screens/watch.js")),
    room: screen(() => import("../js/screens/room.js"), room),
    "room-info": screen(async () => {
        const { default: roomInfo } = await import("../js/screens/room-info.js");
        return { default: ({ signal }) => roomInfo(room().id ?? "", { signal, onLines: () => {}, shown: () => [], known: () => [], follow: () => {} }) };
    }),
    archive: screen(() => import("../js/screens/archive.js")),
    "new-room": screen(() => import("../js/screens/new-room.js")),
    people: screen(() => import("../js/screens/people.js")),
    settings: screen(() => import("../js/screens/settings.js")),
    notifications: screen(() => import("../js/screens/settings.js"), () => ({ section: "notifications" })),
    sessions: screen(() => import("../js/screens/settings.js"), () => ({ section: "sessions" })),
    calendar: screen(() => import("../js/screens/settings.js"), () => ({ section: "calendar" })),
    players: screen(() => import("../js/screens/settings.js"), () => ({ section: "players" })),
    history: screen(() => import("../js/screens/settings.js"), () => ({ section: "history" })),
    assignments: screen(() => import("../js/screens/assignments.js")),
    assignment: screen(() => import("../js/screens/assignment.js"), () => ({ id: answers.listChanges.assignments.items[0]?.id })),
    task: screen(() => import("../js/screens/task.js"), () => ({ id: answers.showTask.id })),
    students: screen(() => import("../js/screens/students.js"),
        () => ({ id: answers.showStudent?.user.id ?? answers.showMe.id })),
    play: screen(() => import("../js/screens/play.js")),
    challenge: screen(() => import("../js/screens/challenge.js"), () => ({ id: answers.showChallenge?.id })),
    boards: screen(() => import("../js/screens/boards.js")),
    reports: screen(() => import("../js/screens/admin.js"), () => ({ section: "reports" })),
    report: screen(() => import("../js/screens/report.js"), () => ({ id: answers.showReport.id })),
    members: screen(() => import("../js/screens/admin.js"), () => ({ section: "members" })),
    invites: screen(() => import("../js/screens/admin.js"), () => ({ section: "invites" })),
    audit: screen(() => import("../js/screens/admin.js"), () => ({ section: "audit" })),
    bots: screen(() => import("../js/screens/admin.js"), () => ({ section: "bots" })),
    nowhere: screen(() => import("../js/parts/frame/nowhere.js")),
};

/**
 * Makes a screen, as the frame does.
 * @param {keyof typeof screens} name
 */
export async function shownScreen(name) {
    const { load, params } = screens[name];
    const { default: make } = await load();
    const context = { params: params(), signal: new AbortController().signal, title: () => {}, state: () => {}, settled: () => {},
        details: () => {} };
    return el("main", { class: "page", data: { screen: name } }, make(context));
}
