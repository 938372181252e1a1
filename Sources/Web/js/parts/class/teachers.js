// A student's teachers, with a button to leave each of them.
import { call, replica } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { ask } from "../controls/dialog.js";
import { undoable } from "../controls/undo.js";
import { actionButton } from "../controls/form.js";
import { called } from "../controls/person.js";
import { personLine } from "../controls/person-line.js";
import { emptyState, failure, skeleton } from "../controls/states.js";

/**
 * The list of a student's teachers, each with a button to leave them.
 * @param {AbortSignal} signal
 */
export function teacherList(signal) {
    const list = el("ul", { class: "card list" });
    const node = el("div", { class: "narrow" }, skeleton(2));
    const again = () => watched.again();
    /** @type {ReturnType<typeof answers.watch>} */
    const watched = answers.watch("listTeachers", {}, ({ answer, problem }) => {
        if (!answer) return fill(node, problem ? failure(problem, again) : skeleton(2, again));
        fill(node, answer.items.length > 0 ? list : emptyState(phrase("class.teachers.none")));
        fill(list, ...answer.items.map((user) => el("li", {},
            personLine(user, { actions: actionButton(phrase("class.teachers.leave"), async (button) => {
            if (!await ask({ title: phrase("class.teachers.ask", { teacher: called(user) }),
                text: phrase("class.teachers.askAbout"), action: phrase("class.teachers.leave"), opener: button })) return;
            undoable({ said: phrase("class.teachers.leaving", { teacher: called(user) }), run: async () => {
                await call("leaveTeacher", { path: { userID: user.id } });
                await Promise.all([again(), replica.refresh()]);
                return phrase("class.teachers.left", { teacher: called(user) });
            } });
        }, { about: called(user) }) }))));
    });
    signal.addEventListener("abort", watched.stop);
    return node;
}
