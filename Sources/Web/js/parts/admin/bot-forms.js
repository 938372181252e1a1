// The forms of a bot: a new one, its webhook, and another token or secret. Tokens and secrets are shown once.
import { call } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { shownOnce } from "../connections/shown-once.js";
import { ask, sheet } from "../controls/dialog.js";
import { actionButton, field, form, valueOf } from "../controls/form.js";
import { say } from "../controls/states.js";
import { mayBeMade } from "../people/link-to-send.js";

/** @typedef {import("./bots.js").Bot} Bot */

/**
 * Opens the form of a new bot, and shows its token.
 * @param {HTMLElement} opener
 * @param {() => Promise<void>} again
 */
export function newBot(opener, again) {
    const body = el("div", { class: "stack" });
    const close = sheet(phrase("admin.bot.new"), body, { opener, onClose: again });
    const name = field(phrase("admin.bot.username"), { name: "username", required: true, maxLength: 30, autocomplete: "off",
        autocapitalize: "none", spellcheck: false, hint: phrase("admin.bot.usernameHint") });
    const hook = webhookField();
    fill(body, form({
        draft: "bot",
        fields: [name, hook],
        action: phrase("admin.bot.create"),
        cancel: () => close(),
        explain: (problem) => {
            if (problem.code === "limit_reached") return phrase("admin.bot.tooMany", { limit: 50 });
            if (problem.code === "username_taken") {
                name.fault(phrase("admin.bot.taken"));
                name.input.focus();
                return phrase("admin.bot.notMade");
            }
            if (!mayBeMade(problem)) return reasonOf(problem);
            again();
            return phrase("admin.bot.lost");
        },
        send: async (arrived) => {
            const bot = await call("createBot", { body: { username: valueOf(name) ?? "", webhookURL: valueOf(hook) } });
            await arrived();
            const secrets = secretsOf(bot, true);
            fill(body, el("p", {}, ...phraseAround("admin.bot.made",
                { bot: el("bdi", { class: "name" }, bot.user.username) })),
                ...secrets.map(({ node }) => node), nextSteps(bot),
                el("div", {}, el("button", { class: "button", onclick: () => close() }, phrase("admin.done"))));
            secrets[0]?.focus();
            say(phrase("admin.bot.made.said"));
        },
    }));
    name.input.focus();
}

/**
 * What to do with a new bot.
 * @param {Bot} bot
 */
const nextSteps = ({ user, webhookURL }) => el("section", { "aria-labelledby": "bot-next" },
    el("h3", { id: "bot-next" }, phrase("admin.bot.next")), el("ol", { class: "parts" },
        el("li", {}, ...phraseAround("admin.bot.next.token",
            { header: el("code", { dir: "ltr" }, "Authorization: Bearer …") })),
        webhookURL !== undefined && el("li", {}, phrase("admin.bot.next.secret")),
        el("li", {}, ...phraseAround("admin.bot.next.room", { bot: el("bdi", {}, user.username) }))));

/**
 * The forms that change a bot.
 * @param {Bot} first
 */
export function botForms(first) {
    const shown = el("div", { class: "stack" });
    const rotating = el("div", { class: "line" });
    /** @param {Bot} bot */
    function show(bot) {
        const secrets = secretsOf(bot, false);
        if (secrets.length > 0) fill(shown, ...secrets.map(({ node }) => node));
        secrets[0]?.focus();
        fill(rotating, rotateButton(bot, "token", show), bot.webhookURL !== undefined && rotateButton(bot, "secret", show));
    }
    show(first);
    return el("div", { class: "stack" }, webhookForm(first, show), shown,
        el("section", { class: "stack-tight", "aria-labelledby": "bot-secrets" },
            el("h3", { id: "bot-secrets" }, phrase("admin.bot.leaked")), rotating));
}

/**
 * @param {string} [value]
 */
const webhookField = (value = "") => field(phrase("admin.webhook"), { name: "webhookURL", type: "url", value, maxLength: 2000,
    autocomplete: "off", spellcheck: false, dir: "ltr",
    hint: phrase("admin.webhook.hint") });

/**
 * @param {Bot} bot
 * @param {(bot: Bot) => void} onChange
 */
function webhookForm({ user: { id }, webhookState, webhookURL }, onChange) {
    const hook = webhookField(webhookURL);
    return form({
        draft: `bot:${id}`,
        fields: [hook],
        action: phrase(webhookState === "off" ? "admin.webhook.save" : "admin.save"),
        explain: reasonOf,
        send: async (arrived) => {
            const bot = await call("changeBot", { path: { botID: id }, body: { webhookURL: valueOf(hook) ?? null } });
            await arrived();
            onChange(bot);
            say(phrase(bot.webhookURL === undefined ? "admin.webhook.saved.none" : "admin.webhook.saved.on"));
        },
    });
}

/** @type {Record<"token" | "secret", readonly [action: string, text: string]>} */
const rotations = {
    token: [phrase("admin.token.new"), phrase("admin.token.about")],
    secret: [phrase("admin.secret.new"), phrase("admin.secret.about")],
};

/**
 * @param {Bot} bot
 * @param {"token" | "secret"} what
 * @param {(bot: Bot) => void} onChange
 */
function rotateButton({ user: { id, username: name } }, what, onChange) {
    const [action, text] = rotations[what];
    return actionButton(action, async (button) => {
        const title = phrase(what === "token" ? "admin.token.ask" : "admin.secret.ask", { username: name });
        if (!await ask({ title, text, action, weight: "main", opener: button })) return undefined;
        onChange(await call("changeBot", { path: { botID: id }, body: { rotate: what } }));
        return phrase(what === "token" ? "admin.token.made" : "admin.secret.made");
    });
}

/**
 * What an answer has of secrets.
 * @param {Bot} bot
 * @param {boolean} isMain whether to copy the token is the main action
 */
function secretsOf({ token, webhookSecret }, isMain) {
    return [
        ...token === undefined ? [] : [shownOnce("token", token,
            { isMain, hint: phrase("admin.token.hint") })],
        ...webhookSecret === undefined ? [] : [shownOnce("secret", webhookSecret,
            { hint: phrase("admin.secret.hint") })],
    ];
}

/** @param {import("../../types/app.js").Problem} problem */
const reasonOf = ({ code }) => code === "webhooks_unavailable"
    ? phrase("admin.webhook.unavailable") : undefined;
