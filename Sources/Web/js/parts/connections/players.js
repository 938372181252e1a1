// Players: the address at which Plex, Jellyfin or Emby marks what somebody has watched, and what to do there.
import { el, fill } from "../../dom.js";
import { radios } from "../controls/choices.js";
import { actionButton, field, form, valueOf } from "../controls/form.js";
import { say } from "../controls/states.js";
import { agoInWords, dayText } from "../controls/time.js";
import { addressOfNewKey, keyList, reasonOf } from "./keys.js";
import { guides } from "./player-guides.js";
import { shownOnce } from "./shown-once.js";
import { isKey, phrase, phraseAround } from "../../phrases.js";

/** @typedef {import("./keys.js").AccessKey} AccessKey */

/**
 * The page that leads from an address to a player that uses it.
 * @param {import("../frame/frame.js").Context} context
 */
export function playersPage({ signal }) {
    const keys = keyList({ purpose: "player", signal, title: phrase("connections.players.yours"),
        nobody: phrase("connections.nothingYet"), gone: phrase("connections.players.gone"), about: keyWords });
    const guide = el("div", {});
    let chosen = "plex";
    const choose = (/** @type {string} */ player) => {
        chosen = player;
        fill(guide, guideOf(chosen, keys.again));
    };
    choose(chosen);
    return el("div", { class: "columns programs-page stack" },
        el("div", { class: "column stack" },
            el("p", {}, phrase("connections.players.about")),
            el("div", { class: "segmented" },
                radios(phrase("connections.players.which"), Object.entries(guides).map(([key, { name }]) => [key, name]), chosen,
                    choose)), guide),
        el("div", { class: "column" }, keys.node,
            actionButton(phrase("connections.players.again"), () => keys.again(), { class: "button button-small" })));
}

/**
 * The steps for a player, of which the first makes the address.
 * @param {string} player
 * @param {() => void} again
 */
function guideOf(player, again) {
    const { name, needs, steps } = guides[player];
    const place = el("div", {});
    const paste = el("li", {}, el("h2", {}, phrase("connections.players.give", { player: name })),
        el("p", { class: "small soft" }, needs), el("ol", { class: "parts" }, ...steps.map((step) => el("li", {}, step))));
    const showForm = () => fill(place, keyForm(player, showAddress, again));
    /** @param {string} address */
    function showAddress(address) {
        const { focus, node } = shownOnce("address", address,
            { isMain: true, hint: phrase("connections.players.secret") });
        fill(place, el("div", { class: "stack-tight" }, node, el("div", {}, el("button", { class: "button button-plain",
            onclick: () => {
                showForm();
                place.querySelector("input")?.focus();
            } }, phrase("connections.players.another")))));
        focus();
        again();
        say(phrase("connections.ready"));
    }
    showForm();
    return el("ol", { class: "card steps" }, el("li", {}, el("h2", {}, phrase("connections.players.makeOne")), place), paste,
        el("li", {}, el("h2", {}, phrase("connections.players.watch")),
            el("p", { class: "small soft" }, phrase("connections.players.watchAbout"))));
}

/**
 * @param {string} player
 * @param {(address: string) => void} onMade
 * @param {() => void} again
 */
function keyForm(player, onMade, again) {
    const { account: hint, name: label } = guides[player];
    const account = field(phrase("connections.players.account", { player: label }), { name: "account", required: true,
        maxLength: 100, autocomplete: "off", autocapitalize: "none", spellcheck: false, hint });
    const name = field(phrase("connections.players.name"), { name: "name", maxLength: 100, value: label, autocomplete: "off" });
    return form({
        draft: `player:${player}`,
        fields: [account, name],
        action: phrase("connections.make"),
        explain: (problem) => reasonOf(problem, again),
        send: async (arrived) => {
            const address = await addressOfNewKey({ purpose: "player", account: valueOf(account) ?? "", name: valueOf(name) });
            await arrived();
            onMade(address);
        },
    });
}

/**
 * What the last event of a player did: the style says whether it is as it should be.
 * @type {Record<string, string>}
 */
export const results = { marked: "good", no_room: "", other_account: "warn", ignored: "", unreadable: "warn" };

/** @param {AccessKey} key */
export function keyWords({ account, createdAt, lastResult, lastUsedAt }) {
    const key = `connections.result.${lastResult}`;
    const made = phraseAround("connections.players.made",
        { account: el("bdi", {}, account), day: dayText(new Date(createdAt)) });
    return [...made, el("br"), lastUsedAt ? el("span", { class: results[lastResult ?? ""] ?? "" },
        phraseAround(isKey(key) ? key : "connections.result.other", { ago: agoInWords(lastUsedAt) }))
        : phrase("connections.players.nothingCame")];
}
