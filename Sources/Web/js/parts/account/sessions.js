// The devices on which a person is signed in: their sessions.
import { call } from "../../client.js";
import { answers } from "../../client/answers.js";
import { el, fill } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
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
        fill(node, state === "stale" || state === "error" ? asOf(at) : undefined,
            group("here", phrase("account.devices.here"), here, again),
            group("elsewhere", phrase("account.devices.elsewhere"), others, again),
            others.length > 0 && el("div", {}, actionButton(phrase("account.devices.endOthers"), async (button) => {
                if (!await ask({ title: phrase("account.devices.endOthersTitle"), text: phrase("account.devices.endOthersText"),
                    action: phrase("account.devices.endOthers"), opener: button })) return;
                await call("endOtherSessions");
                await again();
                return phrase("account.devices.othersEnded");
            })),
            el("p", { class: "small soft" }, phraseAround("account.devices.unknown", {
                change: el("a", { href: "/settings#change-password" }, phrase("account.devices.changePassword")) })));
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
    const name = deviceName ?? phrase(current ? "account.devices.browser" : "account.devices.unnamed");
    return el("div", { class: "setting device" }, sign(isHandheld(deviceName) ? "phone" : "computer"),
        el("div", { class: "setting-text" }, el("bdi", { class: "name" }, name),
            el("span", { class: `small ${current ? "good" : ""}` },
                current ? phrase("account.devices.inUse")
                    : phraseAround("account.devices.used", { ago: agoInWords(lastUsedAt) })),
            el("span", { class: "small soft" }, spanWords(session))),
        !current && actionButton(phrase("account.signOut"), async () => {
            await call("endSession", { path: { sessionID: id } });
            await again();
            return phrase("account.devices.ended", { device: name });
        }, { class: "button button-plain", about: name }));
}

/** @param {string | undefined} deviceName */
const isHandheld = (deviceName = "") => /phone|iPad|Android|mobile|tablet/i.test(deviceName);

/**
 * How and when somebody signed in there, and until when that lasts at most.
 * @param {Pick<Session, "source" | "createdAt" | "expiresAt">} session
 */
export function spanWords({ createdAt, expiresAt, source }) {
    return phrase("account.devices.span", { how: source === "signup" ? "signup" : "login", date: dateText(createdAt),
        day: dayText(new Date(expiresAt)) });
}
