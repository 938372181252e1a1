// The devices on which a person is signed in: their sessions.
import { call } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { actionButton } from "../controls/form.js";
import { ask } from "../controls/dialog.js";
import { asOf, failure, skeleton } from "../controls/states.js";
import { sign } from "../controls/signs.js";
import { agoInWords, dateText, dayText } from "../controls/time.js";

/** @typedef {import("../../types/wire.js").Session} Session */

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
        const { here, others } = sessionsByPlace(answer.items);
        fill(node, state === "stale" || state === "error" ? asOf(at) : undefined, group("here", "This device", here, again),
            group("elsewhere", "Elsewhere", others, again),
            others.length > 0 && el("div", {}, actionButton("Sign out everywhere else", async (button) => {
                if (!await ask({ title: "Sign out everywhere else?", text: "You stay signed in here alone.",
                    action: "Sign out everywhere else", opener: button })) return;
                await call("endOtherSessions");
                await again();
                return "You are signed out everywhere else.";
            })),
            el("p", { class: "small soft" }, "If you don’t know one of them, sign it out, and ",
                el("a", { href: "/settings#change-password" }, "change your password"), "."));
        context.settled();
    });
    context.signal.addEventListener("abort", stop);
    return node;
}

/**
 * This device's session, and the others, of which the one that was used last comes first.
 * @param {readonly Session[]} items
 */
export function sessionsByPlace(items) {
    const others = items.filter((one) => !one.current)
        .sort((one, other) => Date.parse(other.lastUsedAt) - Date.parse(one.lastUsedAt));
    return { here: items.filter((one) => one.current), others };
}

/**
 * @param {string} id
 * @param {string} title
 * @param {Session[]} items
 * @param {() => Promise<void>} again
 */
const group = (id, title, items, again) => items.length > 0 && el("section", { class: "block", "aria-labelledby": id },
    el("h2", { id }, title), el("ul", { class: "card list" }, ...items.map((one) => el("li", {}, line(one, again)))));

/**
 * @param {Session} session
 * @param {() => Promise<void>} again
 */
function line(session, again) {
    const { current, deviceName, id, lastUsedAt } = session;
    const name = deviceName ?? (current ? "This browser" : "Unnamed device");
    return el("div", { class: "setting device" }, sign(isHandheld(deviceName) ? "phone" : "computer"),
        el("div", { class: "setting-text" }, el("bdi", { class: "name" }, name),
            el("span", { class: current ? "small good" : "small" },
                ...current ? ["In use now"] : ["Used ", agoInWords(lastUsedAt)]),
            el("span", { class: "small soft" }, spanWords(session))),
        !current && actionButton("Sign out", async () => {
            await call("endSession", { path: { sessionID: id } });
            await again();
            return `${name} is signed out.`;
        }, { class: "button button-plain", about: name }));
}

/** @param {string | undefined} deviceName */
const isHandheld = (deviceName = "") => /phone|iPad|Android|mobile|tablet/i.test(deviceName);

/**
 * How and when somebody signed in there, and until when that lasts at most.
 * @param {Pick<Session, "source" | "createdAt" | "expiresAt">} session
 */
export function spanWords({ createdAt, expiresAt, source }) {
    const how = source === "signup" ? "Since you joined, " : "Signed in ";
    return `${how}${dateText(createdAt)} · ends ${dayText(new Date(expiresAt))} at the latest`;
}
