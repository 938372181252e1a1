// A student, for a teacher: their assignments of the tasks that I teach, and whether they are mine.
import { all, replica } from "../client.js";
import { answers } from "../client/answers.js";
import { bar, el, fill } from "../dom.js";
import { assignmentList } from "../parts/class/assignment-row.js";
import { ask } from "../parts/controls/dialog.js";
import { undoable } from "../parts/controls/undo.js";
import { actionButton } from "../parts/controls/form.js";
import { disc } from "../parts/controls/person.js";
import { emptyState, failure, skeleton } from "../parts/controls/states.js";
import { dayText } from "../parts/controls/time.js";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function students(context) {
    const userID = (context.params.id ?? "").toLowerCase();
    const title = el("h1", {}, "Student");
    const about = el("div", { class: "block" });
    const rest = el("div", {});
    const change = el("div", { class: "block block-below" });
    const [active, archived] = [false,
        true].map((isArchive) => ({ isArchive, list: assignmentList(({ task }) => ({ title: task.title })) }));
    const archive = el("section", { class: "block block-below", hidden: true, "aria-label": "Archived" },
        el("h2", {}, "Archived"), archived?.list.node);

    async function load() {
        try {
            const mine = await all("listStudents", { query: { limit: 100 } });
            const own = mine.find(({ user }) => user.id === userID);
            const found = await Promise.all([active, archived].map(async (one) => {
                const { answer } = await answers.read("listStudentAssignments",
                    { path: { userID }, query: { archived: one?.isArchive, limit: 100 } });
                one?.list.update(answer.items);
                return answer.items;
            }));
            if (context.signal.aborted) return;
            const user = own?.user ?? found.flat()[0]?.student;
            if (!user) return;
            archive.hidden = found[1]?.length === 0;
            fill(title, el("bdi", {}, user.username));
            context.title(user.username);
            const name = [user.givenName, user.familyName].filter(Boolean).join(" ");
            fill(about, el("div", { class: "line" }, disc(user, { large: true }),
                el("div", { class: "result-text" }, name && el("bdi", { class: "name" }, name),
                    own?.email && el("span", { class: "small" }, own.email),
                el("span", { class: "small soft" },
                    own?.since ? `your student since ${dayText(new Date(own.since))}` : "not your student now"))));
            fill(change, own ? actionButton("Remove student", async (button) => {
                if (!await ask({ title: `Remove ${user.username}?`,
                    text: "Nothing is deleted. Their work on your tasks can only be read, until you add them again.",
                        action: "Remove", opener: button })) return;
                undoable({ said: `Removing ${user.username} …`, run: async () => {
                    await set("removeStudent");
                    return "Removed.";
                } });
            }) : actionButton("Add student", async () => {
                await set("addStudent");
                return "Added.";
            }));
            fill(rest, found.flat().length === 0 && emptyState("No tasks yet."));
            context.state("ready");
            context.settled();
        } catch (problem) {
            if (context.signal.aborted) return;
            context.state("error");
            fill(rest, failure(problem, load, { missing: "There is no such student, or you don't teach them." }));
        }
    }

    /** @param {"addStudent" | "removeStudent"} operation */
    async function set(operation) {
        await replica.change(operation, { path: { userID } });
        await answers.forget("listStudents");
        await load();
    }

    context.title("Student");
    fill(rest, skeleton());
    context.signal.addEventListener("abort", replica.subscribe(["assignments"], load));
    load();
    return el("div", {}, bar("/class", title),
        about, active?.list.node, archive, rest, change);
}
