// Offers notifications of this browser, once there is something to hear of.
import { session } from "../../client.js";
import { push } from "../../client/push.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { busy, say } from "../controls/states.js";
import { explained, outcome } from "./browser-switch.js";

/** Nothing where this browser can't be notified, is notified, or was asked already. */
export function pushOffer() {
    const userID = session.current()?.userID;
    const isWanted = session.keptTenant()?.webPushKey && session.preference("pushDeclined") !== userID;
    if (!isWanted || push.state() !== "off") return false;
    const fault = el("p", { class: "small bad", role: "alert" });
    const turnOn = el("button", { class: "button" }, phrase("account.push.turnOn"));
    const decline = el("button", { class: "button" }, phrase("account.push.decline"));
    const node = el("section", { class: "card line push-offer", "aria-label": phrase("account.push.title") },
        el("p", {}, phrase("account.push.offer")),
        el("div", { class: "line" }, turnOn, decline), fault);
    const end = () => {
        session.setPreference("pushDeclined", userID);
        node.remove();
    };
    decline.addEventListener("click", end);
    turnOn.addEventListener("click", async () => {
        busy(turnOn, true);
        try {
            const state = await push.turnOn();
            say(outcome(state));
            end();
        } catch (problem) {
            fill(fault, explained(problem));
        }
        busy(turnOn, false);
    });
    return node;
}
