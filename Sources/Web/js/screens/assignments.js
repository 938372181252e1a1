// The class: a student's assignments, or a teacher's board. Behind #archived is what was completed long ago.
import { assignments as all, sideOf, teaches } from "../client/class.js";
import { el, fill, icon, linkButton } from "../dom.js";
import { replica } from "../client.js";
import { phrase } from "../phrases.js";
import { archivedTasks, classBoard } from "../parts/class/class-board.js";
import { ownAssignments } from "../parts/class/own-assignments.js";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function assignments(context) {
    const node = el("div", {});
    let shown = "";
    let stop = new AbortController();

    function update() {
        const isArchive = location.hash === "#archived";
        const key = `${isArchive} ${teaches()}`;
        if (key === shown) return;
        shown = key;
        stop.abort();
        stop = new AbortController();
        const part = { ...context, signal: stop.signal };
        // Somebody who teaches now may still have assignments of before.
        const hasOwn = all().some((one) => sideOf(one) === "student");
        const title = phrase(isArchive ? "class.archived" : "class.title");
        context.title(title);
        const tools = el("span", { class: "act" });
        fill(node, el("header", { class: "bar" },
            isArchive && el("a", { class: "icon-button", href: "/class", "aria-label": phrase("frame.back") }, icon("back")),
                el("h1", {}, title),
            teaches() && !isArchive && linkButton("/tasks/new", { class: "button button-main" }, icon("plus"),
                phrase("class.newTask")),
            !teaches() && tools),
        teaches() && (isArchive ? archivedTasks(part) : classBoard(part)),
            teaches() && hasOwn && el("div", { class: "line apart" }, el("h2", {}, phrase("class.own.title")), tools),
            (!teaches() || hasOwn) && ownAssignments(part, isArchive, tools));
    }

    addEventListener("hashchange", update, { signal: context.signal });
    const end = replica.subscribe(["me"], update);
    context.signal.addEventListener("abort", () => {
        end();
        stop.abort();
    });
    update();
    return node;
}
