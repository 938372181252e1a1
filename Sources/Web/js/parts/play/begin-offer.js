// A challenge that I haven't begun: what it is, and the one button. The button waits for the list of words.
import { el, fill } from "../../dom.js";
import { loadWords, plays } from "../../client/play.js";
import { go } from "../../routes.js";
import { sendOnClick } from "../controls/states.js";
import { clockText } from "../controls/time.js";
import { phrase } from "../../phrases.js";

/** The longest wait of the button for the list, in milliseconds. */
const patience = 10_000;

/**
 * What a challenge is that hasn't been begun, with the button that begins it.
 * @param {Wire.Challenge} challenge
 */
export function beginOffer(challenge) {
    const fault = el("p", { class: "small bad", role: "alert" });
    const about = el("p", { class: "small soft" });
    const button = el("button", { class: "button button-main", disabled: true }, phrase("play.start"));
    const sentence = challenge.mode === "timed" ? phrase("play.begin.timed")
        : phrase("play.begin.untimed", { time: clockText(new Date(challenge.endsAt)) });
    sendOnClick(button, fault, async () => {
        await plays.start(challenge.id);
        go(`/challenges/${challenge.id}`, { replace: location.pathname === `/challenges/${challenge.id}` });
    });
    ready();
    return el("div", { class: "stack-tight" }, el("p", {}, sentence, " ", el("span", { class: "soft" },
        phrase("play.begin.players", { count: challenge.playCount }))), el("div", { class: "line" }, button, about), fault);

    async function ready() {
        const id = challenge.wordListID;
        const slow = setTimeout(() => fill(about, phrase("play.begin.fetching")), 300);
        const hasWords = id !== undefined && await Promise.race([
            loadWords(id).then(() => true, () => false),
            new Promise((resolve) => setTimeout(() => resolve(false), patience)),
        ]);
        clearTimeout(slow);
        fill(about, !hasWords && phrase("play.begin.serverChecks"));
        button.disabled = false;
    }
}
