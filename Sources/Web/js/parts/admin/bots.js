// The community's bots: their list with what became of the last message of each webhook, and what can be done with them.
import { call, loaded } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { sign } from "../controls/signs.js";
import { ask, sheet } from "../controls/dialog.js";
import { actionButton } from "../controls/form.js";
import { age } from "../controls/loaded-place.js";
import { disc } from "../controls/person.js";
import { username } from "../controls/person-line.js";
import { failure, say, skeleton } from "../controls/states.js";

/** @typedef {Wire.Operations["listBots"]["answer"]["items"][number]} Bot */

/** The forms come once somebody wants one. */
const forms = () => loaded(import("./bot-forms.js"));

/** The list of the bots, with the button that opens the form for another one. */
export function botList() {
    const rows = el("ul", { class: "card list" });
    const rest = el("div", {});
    let asked = 0;
    async function load() {
        const mine = asked += 1;
        if (rows.childElementCount === 0) fill(rest, skeleton(2, load));
        try {
            const { items } = await call("listBots");
            if (mine !== asked) return;
            fill(rows, ...items.map((bot) => row(bot, load)));
            fill(rest, age(), items.length === 0 && el("p", { class: "soft" }, phrase("admin.bots.none")));
        } catch (problem) {
            if (mine !== asked) return;
            fill(rows);
            fill(rest, failure(problem, load));
        }
        rows.hidden = rows.childElementCount === 0;
    }
    rows.hidden = true;
    load();
    const add = actionButton(phrase("admin.bot.new"), async (button) => {
        const { newBot } = await forms();
        newBot(button, load);
    }, { class: "button button-main" });
    return el("div", { class: "stack" },
        el("p", {}, phrase("admin.bots.what")),
        el("div", {}, add), rows, rest);
}

/**
 * What became of the last message of a bot's webhook: its style, a word, and the sentence.
 * @param {Bot} bot
 * @returns {{style: string, word: string, words: string}}
 */
export function webhookStanding({ webhookError, webhookState, webhookURL }) {
    if (webhookURL === undefined) {
        return { style: "soft", word: phrase("admin.webhook.none"), words: phrase("admin.webhook.none.about") };
    }
    const values = { known: webhookError === undefined ? "no" : "yes", why: webhookError ?? "" };
    if (webhookState === "retrying") {
        return { style: "warn", word: phrase("admin.webhook.retrying"), words: phrase("admin.webhook.retrying.about", values) };
    }
    if (webhookState === "off") {
        return { style: "bad", word: phrase("admin.webhook.off"), words: phrase("admin.webhook.off.about", values) };
    }
    return { style: "good", word: phrase("admin.webhook.on"), words: phrase("admin.webhook.on.about") };
}

/**
 * @param {Bot} bot
 * @param {() => Promise<void>} again
 */
function row(bot, again) {
    const { style, word, words } = webhookStanding(bot);
    const { id, username: name } = bot.user;
    const button = el("button", { class: "icon-button", "aria-label": phrase("admin.changeWhom", { username: name }),
        onclick: () => open(bot, button, again) }, sign("more"));
    return el("li", { data: { bot: id } }, el("div", { class: "about-row" }, disc(bot.user, { large: true }),
        el("div", { class: "setting-text" },
            el("span", { class: "with-chip" }, username(bot.user), " ", el("span", { class: `role ${style}` }, word)),
            bot.webhookURL !== undefined && el("bdi", { class: "small soft address", dir: "ltr" }, ...breakable(bot.webhookURL)),
            el("span", { class: "small soft" }, words)), button));
}

/**
 * An address with places between its words at which a line may end.
 * @param {string} address
 */
const breakable = (address) => address.split(/(?<=[/.:?&=-])/).flatMap((part) => [part, el("wbr")]);

/**
 * Opens what can be done with a bot.
 * @param {Bot} bot
 * @param {HTMLElement} opener
 * @param {() => Promise<void>} again
 */
async function open(bot, opener, again) {
    const body = el("div", { class: "stack" }, skeleton(2));
    const { id, username: name } = bot.user;
    const close = sheet(phrase("admin.changeWhom", { username: name }), body, { opener, onClose: async () => {
        await again();
        /** @type {HTMLElement | null} */ (document.querySelector(`[data-bot="${id}"] button`))?.focus();
    } });
    const show = async () => {
        try {
            const { botForms } = await forms();
            fill(body, botForms(bot),
                el("section", { class: "block", "aria-label": phrase("admin.delete") }, remove(bot, close)));
        } catch (problem) {
            fill(body, failure(problem, show));
        }
    };
    show();
}

/**
 * @param {Bot} bot
 * @param {() => void} close
 */
const remove = ({ user: { id, username: name } }, close) => actionButton(phrase("admin.bot.delete"), async (button) => {
    if (!await ask({ title: phrase("admin.bot.delete.ask", { username: name }), text: phrase("admin.bot.delete.about"),
        action: phrase("admin.delete"), opener: button })) return;
    await call("deleteBot", { path: { botID: id } });
    close();
    say(phrase("admin.bot.deleted", { username: name }));
}, { class: "button button-bad" });
