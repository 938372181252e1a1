// The list of sessions.
import { call } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { actionButton } from "../controls/form.js";
import { ask } from "../controls/dialog.js";
import { asOf, failure, skeleton } from "../controls/states.js";
import { agoInWords, dayText } from "../controls/time.js";

/**
 * The list of the person's sessions, each with a button that ends it.
 * @param {import("../frame/frame.js").Context} context
 */
export function sessionList(context) {
    const node = el("div", { class: "stack" });
    const { stop, again } = answers.watch("listSessions", {}, ({ answer, at, state, problem }) => {
        context.state(state === "error" && answer ? "offline" : state);
        if (!answer) {
            fill(node, state === "error" ? failure(problem, again) : skeleton(3, again));
            return;
        }
        const others = answer.items.filter((one) => !one.current);
        fill(node, state === "stale" || state === "error" ? asOf(at) : undefined,
            el("ul", { class: "card list" }, ...answer.items.map((one) => el("li", {}, line(one, again)))),
            others.length > 0 && el("div", {}, actionButton("End all others", async (button) => {
                if (!await ask({ title: "End all other sessions?", text: "You are signed out everywhere but here.",
                    action: "End all others", opener: button })) return;
                await call("endOtherSessions");
                await again();
                return "All other sessions have ended.";
            })));
        context.settled();
    });
    context.signal.addEventListener("abort", stop);
    return node;
}

/**
 * @param {import("../../types/wire.js").Session} session
 * @param {() => Promise<void>} again
 */
function line(session, again) {
    return el("div", { class: "setting" },
        el("div", { class: "setting-text" },
            el("bdi", { class: "name" }, session.deviceName ?? "A device without a name"),
            el("span", { class: "small soft" }, session.current ? "This one" : ["used ", agoInWords(session.lastUsedAt)],
                ` · since ${dayText(new Date(session.createdAt))}`)),
        !session.current && actionButton("End", async () => {
            await call("endSession", { path: { sessionID: session.id } });
            await again();
            return "The session has ended.";
        }, { about: `the session on ${session.deviceName ?? "a device without a name"}` }));
}
