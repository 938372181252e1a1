// The devices on which a person is signed in: their sessions.
import { call } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { actionButton } from "../controls/form.js";
import { ask } from "../controls/dialog.js";
import { asOf, failure, skeleton } from "../controls/states.js";
import { agoInWords, dayText } from "../controls/time.js";

/**
 * The list of the devices on which the person is signed in, each with a button that ends it.
 * @param {import("../frame/frame.js").Context} context
 */
export function sessionList(context) {
    const node = el("div", { class: "stack narrow settings" });
    const { stop, again } = answers.watch("listSessions", {}, ({ answer, at, state, problem }) => {
        context.state(state === "error" && answer ? "offline" : state);
        if (!answer) {
            fill(node, state === "error" ? failure(problem, again) : skeleton(3, again));
            return;
        }
        const others = answer.items.filter((one) => !one.current);
        fill(node, state === "stale" || state === "error" ? asOf(at) : undefined,
            el("ul", { class: "card list" }, ...answer.items.map((one) => el("li", {}, line(one, again)))),
            others.length > 0 && el("div", {}, actionButton("Sign out everywhere else", async (button) => {
                if (!await ask({ title: "Sign out everywhere else?", text: "You stay signed in here alone.",
                    action: "Sign out everywhere else", opener: button })) return;
                await call("endOtherSessions");
                await again();
                return "You are signed out everywhere else.";
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
function line({ createdAt, current, deviceName, id, lastUsedAt }, again) {
    const name = deviceName ?? "a device without a name";
    const since = `signed in since ${dayText(new Date(createdAt))}`;
    return el("div", { class: "setting" },
        el("div", { class: "setting-text" }, el("bdi", { class: "name" }, deviceName ?? "A device without a name"),
            el("span", { class: "small soft" }, current ? [el("strong", { class: "good" }, "This device"), ` · ${since}`]
                : ["used ", agoInWords(lastUsedAt), ` · ${since}`])),
        !current && actionButton("Sign out", async () => {
            await call("endSession", { path: { sessionID: id } });
            await again();
            return `${name} is signed out.`;
        }, { class: "button button-plain", about: name }));
}
