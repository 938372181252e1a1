// Players: the address at which Plex, Jellyfin or Emby marks what somebody has watched, and what to do there.
import { el, fill } from "../../dom.js";
import { actionButton, field, form, radios, valueOf } from "../controls/form.js";
import { say } from "../controls/states.js";
import { agoInWords, dayText } from "../controls/time.js";
import { addressOfNewKey, keyList, reasonOf } from "./keys.js";
import { guides } from "./player-guides.js";
import { shownOnce } from "./shown-once.js";

/** @typedef {import("./keys.js").AccessKey} AccessKey */

/**
 * The page that leads from an address to a player that uses it.
 * @param {import("../frame/frame.js").Context} context
 */
export function playersPage({ signal }) {
    const keys = keyList({ purpose: "player", signal, title: "Your players", nobody: "None yet.",
        gone: "What you watch in the player that uses it isn’t marked here any more.", about: keyWords });
    const guide = el("div", {});
    let chosen = "plex";
    const choose = (/** @type {string} */ player) => {
        chosen = player;
        fill(guide, guideOf(chosen, keys.again));
    };
    choose(chosen);
    return el("div", { class: "columns programs-page stack" },
        el("div", { class: "column stack" },
            el("p", {}, "What you have watched to its end in your player is marked as watched in your rooms, by itself."),
            el("div", { class: "segmented" },
                radios("Player", Object.entries(guides).map(([key, { name }]) => [key, name]), chosen, choose)), guide),
        el("div", { class: "column" }, keys.node,
            actionButton("Look again", () => keys.again(), { class: "button button-small" })));
}

/**
 * The steps for a player, of which the first makes the address.
 * @param {string} player
 * @param {() => void} again
 */
function guideOf(player, again) {
    const { name, needs, steps } = guides[player];
    const place = el("div", {});
    const paste = el("li", {}, el("h2", {}, `Give it to ${name}`), el("p", { class: "small soft" }, needs),
        el("ol", { class: "parts" }, ...steps.map((step) => el("li", {}, step))));
    const showForm = () => fill(place, keyForm(player, showAddress, again));
    /** @param {string} address */
    function showAddress(address) {
        const { focus, node } = shownOnce("Address", address, { isMain: true,
            hint: "It is shown only now. Whoever has it can mark rooms of yours, so keep it like a password." });
        fill(place, el("div", { class: "stack-tight" }, node, el("div", {}, el("button", { class: "button button-plain",
            onclick: () => {
                showForm();
                place.querySelector("input")?.focus();
            } }, "Make another address"))));
        focus();
        again();
        say("The address is ready. It is shown only now.");
    }
    showForm();
    return el("ol", { class: "card steps" }, el("li", {}, el("h2", {}, "Make an address"), place), paste,
        el("li", {}, el("h2", {}, "Watch something to its end"),
            el("p", { class: "small soft" },
                "Each room of yours about it is marked then. The list of players says what came of it.")));
}

/**
 * @param {string} player
 * @param {(address: string) => void} onMade
 * @param {() => void} again
 */
function keyForm(player, onMade, again) {
    const { account: hint, name: label } = guides[player];
    const account = field(`Your name in ${label}`, { name: "account", required: true, maxLength: 100, autocomplete: "off",
        autocapitalize: "none", spellcheck: false, hint });
    const name = field("What you call it", { name: "name", maxLength: 100, value: label, autocomplete: "off" });
    return form({
        draft: `player:${player}`,
        fields: [account, name],
        action: "Make the address",
        explain: (problem) => reasonOf(problem, again),
        send: async (arrived) => {
            const address = await addressOfNewKey({ purpose: "player", account: valueOf(account) ?? "", name: valueOf(name) });
            await arrived();
            onMade(address);
        },
    });
}

/**
 * What the last event of a player did, in words; the style says whether it is as it should be.
 * @type {Record<string, readonly [style: string, words: string]>}
 */
export const results = {
    marked: ["good", "marked what you watched"],
    no_room: ["", "you have no unwatched room about what you watched"],
    other_account: ["warn",
        "it was somebody else’s account. If it was you, make another address with the name as the player has it"],
    ignored: ["", "it wasn’t watched to its end, or was neither an episode nor a film"],
    unreadable: ["warn", "it couldn’t be read. In Jellyfin, tick Send All Properties"],
};

/** @param {AccessKey} key */
export function keyWords({ account, createdAt, lastResult, lastUsedAt }) {
    const [style, words] = results[lastResult ?? ""] ?? ["", "something came"];
    return [el("bdi", {}, account), ` · made on ${dayText(new Date(createdAt))}`, el("br"), lastUsedAt
        ? el("span", { class: style }, agoInWords(lastUsedAt), `: ${words}.`)
        : "Nothing has come from it yet."];
}
