// The forms of a bot: a new one, its webhook, and another token or secret. Tokens and secrets are shown once.
import { call } from "../../client.js";
import { el, fill } from "../../dom.js";
import { shownOnce } from "../connections/shown-once.js";
import { ask, sheet } from "../controls/dialog.js";
import { actionButton, field, form, valueOf } from "../controls/form.js";
import { say } from "../controls/states.js";
import { mayBeMade } from "../people/link-to-send.js";

/** @typedef {import("./bots.js").Bot} Bot */

const webhookHint = "An https: address that the server can reach. It gets a message when something has changed for the bot.";

/**
 * Opens the form of a new bot, and shows its token.
 * @param {HTMLElement} opener
 * @param {() => Promise<void>} again
 */
export function newBot(opener, again) {
    const body = el("div", { class: "stack" });
    const close = sheet("New bot", body, { opener, onClose: again });
    const name = field("Username", { name: "username", required: true, maxLength: 30, autocomplete: "off", autocapitalize: "none",
        spellcheck: false, hint: "People mention it, and find it, by this name." });
    const hook = webhookField();
    fill(body, form({
        draft: "bot",
        fields: [name, hook],
        action: "Create bot",
        cancel: () => close(),
        explain: (problem) => {
            if (problem.code === "limit_reached") return "A community has at most 50 bots. Delete one first.";
            if (problem.code === "username_taken") {
                name.fault("This username is taken.");
                name.input.focus();
                return "No bot is made.";
            }
            if (!mayBeMade(problem)) return reasonOf(problem);
            again();
            return "No answer came, so the bot may have been made. Look for it in the list, and make another token there.";
        },
        send: async (arrived) => {
            const bot = await call("createBot", { body: { username: valueOf(name) ?? "", webhookURL: valueOf(hook) } });
            await arrived();
            const secrets = secretsOf(bot, true);
            fill(body, el("p", {}, el("bdi", { class: "name" }, bot.user.username), " is a member now."),
                ...secrets.map(({ node }) => node), nextSteps(bot),
                el("div", {}, el("button", { class: "button", onclick: () => close() }, "Done")));
            secrets[0]?.focus();
            say("The bot is made. Its token is shown only now.");
        },
    }));
    name.input.focus();
}

/**
 * What to do with a new bot.
 * @param {Bot} bot
 */
const nextSteps = ({ user, webhookURL }) => el("section", { "aria-labelledby": "bot-next" },
    el("h3", { id: "bot-next" }, "What comes next"), el("ol", { class: "parts" },
        el("li", {}, "Give the token to its program, which sends it as ", el("code", { dir: "ltr" }, "Authorization: Bearer …"),
            "."),
        webhookURL !== undefined && el("li", {}, "The program checks the messages with the secret (Standard Webhooks)."),
        el("li", {}, "Bring ", el("bdi", {}, user.username), " into a room by its username, as you do a friend.")));

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
        fill(rotating, rotate(bot, "token", show), bot.webhookURL !== undefined && rotate(bot, "secret", show));
    }
    show(first);
    return el("div", { class: "stack" }, webhookForm(first, show), shown,
        el("section", { class: "stack-tight", "aria-labelledby": "bot-secrets" },
            el("h3", { id: "bot-secrets" }, "If one has leaked"), rotating));
}

/**
 * @param {string} [value]
 */
const webhookField = (value = "") => field("Webhook", { name: "webhookURL", type: "url", value, maxLength: 2000,
    autocomplete: "off", spellcheck: false, dir: "ltr",
    hint: `${webhookHint} Leave it empty if the bot’s program asks for changes itself.` });

/**
 * @param {Bot} bot
 * @param {(bot: Bot) => void} onChange
 */
function webhookForm({ user: { id }, webhookState, webhookURL }, onChange) {
    const hook = webhookField(webhookURL);
    return form({
        draft: `bot:${id}`,
        fields: [hook],
        action: webhookState === "off" ? "Save and turn on" : "Save",
        explain: reasonOf,
        send: async (arrived) => {
            const bot = await call("changeBot", { path: { botID: id }, body: { webhookURL: valueOf(hook) ?? null } });
            await arrived();
            onChange(bot);
            say(bot.webhookURL === undefined ? "Saved. There is no webhook any more." : "Saved. The webhook is on.");
        },
    });
}

/** @type {Record<"token" | "secret", readonly [action: string, text: string]>} */
const rotations = {
    token: ["New token", "The old token ends at once, and so do calendars and players that the bot has made."],
    secret: ["New secret", "For 24 hours messages are signed with both, the new one and the old one."],
};

/**
 * @param {Bot} bot
 * @param {"token" | "secret"} what
 * @param {(bot: Bot) => void} onChange
 */
function rotate({ user: { id, username: name } }, what, onChange) {
    const [action, text] = rotations[what];
    return actionButton(action, async (button) => {
        const title = `Make a new ${what} for ${name}?`;
        if (!await ask({ title, text, action, weight: "main", opener: button })) return undefined;
        onChange(await call("changeBot", { path: { botID: id }, body: { rotate: what } }));
        return `The new ${what} is shown only now.`;
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
            { isMain, hint: "It is shown only now. Whoever has it can do what the bot can." })],
        ...webhookSecret === undefined ? [] : [shownOnce("secret", webhookSecret,
            { hint: "It is shown only now. With it the program checks that a message is this server’s." })],
    ];
}

/** @param {import("../../types/app.js").Problem} problem */
const reasonOf = ({ code }) => code === "webhooks_unavailable"
    ? "This server can’t send webhooks: its operator gives it no master key. Leave the field empty." : undefined;
