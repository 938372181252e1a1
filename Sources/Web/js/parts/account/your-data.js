// The export of all data, signing out, and deleting the account.
import { address, session, signing, Unsent } from "../../client.js";
import { el } from "../../dom.js";
import { listed, phrase, phraseAround } from "../../phrases.js";
import { go } from "../../routes.js";
import { choice } from "../controls/choices.js";
import { actionButton, form } from "../controls/form.js";
import { ask } from "../controls/dialog.js";
import { confirmed, currentPassword } from "./confirmed.js";
import { foldedForm, settingRow } from "./setting-row.js";

/** The export of all data, and the form that deletes the account. */
export const yourData = () => el("div", { class: "card list settings narrow" },
    settingRow(phrase("account.data.copy"), phrase("account.data.copyAbout"),
        el("a", { class: "button button-plain", href: address("exportMe"), download: "davenport.json",
            "aria-label": phrase("account.data.downloadCopy") }, phrase("account.data.download"))),
    foldedForm({ label: phrase("account.data.account"), about: () => phrase("account.data.noWayBack"),
        action: () => phrase("account.data.delete"), verb: () => phrase("account.data.delete"), weight: "bad" },
    deletion));

/** Who is signed in here, with the button that signs out. */
export const leaving = () => settingRow(
    phraseAround("account.leaving.as", { username: el("bdi", {}, session.current()?.username) }), undefined,
    actionButton(phrase("account.signOut"), signOut, { class: "button button-plain" }));

/**
 * Signs out, and asks before where something isn't sent yet.
 * @param {HTMLElement} button
 */
export async function signOut(button) {
    try {
        await signing.signOut();
    } catch (problem) {
        if (!(problem instanceof Unsent)) throw problem;
        const { count, drafts, moves, writes } = problem;
        const names = [...writes.map(named), ...(moves > 0 ? [phrase("account.unsent.moves")] : []),
            ...drafts.map(({ text, pictures }) => excerpt(text, pictures))];
        const text = phrase("account.unsent.text", { count, things: listed(names, "unit") });
        if (!await ask({ title: phrase("account.unsent.title"), text, action: phrase("account.signOut"),
            opener: button })) return;
        await signing.signOut({ evenUnsent: true });
    }
}

/** @param {import("../../types/app.js").PendingWrite} write */
const named = ({ comment, pictures }) => comment ? excerpt(comment.content ?? "", pictures)
    : phrase("account.unsent.mark");

/**
 * @param {string} text
 * @param {readonly unknown[]} [pictures]
 */
function excerpt(text, pictures = []) {
    const letters = Array.from(text);
    const words = letters.slice(0, 40).join("") + (letters.length > 40 ? "…" : "");
    return words ? phrase("account.unsent.words", { words, pictures: pictures.length })
        : phrase("account.unsent.pictures", { count: pictures.length });
}

/** @param {() => void} cancel */
function deletion(cancel) {
    const password = currentPassword();
    const erase = choice("checkbox", phrase("account.data.erase"), {});
    const node = form({
        fields: password ? [password] : [],
        extra: erase.node,
        action: phrase("account.data.forGood"),
        weight: "bad",
        cancel,
        send: async () => {
            const body = { currentPassword: password?.input.value || undefined, eraseComments: erase.input.checked };
            if (await confirmed(() => signing.deleteAccount(body)) === false) return false;
            go("/", { replace: true });
            return undefined;
        },
        explain: (problem) => {
            if (problem.code === "last_owner") return phrase("account.data.lastOwner");
            if (problem.code !== "wrong_password") return undefined;
            password?.fault(phrase("account.password.wrong"));
            password?.input.focus();
            return phrase("account.data.nothing");
        },
    });
    // As in a dialog, what destroys comes last.
    const actions = node.querySelector(".form-actions");
    actions?.append(actions.firstElementChild ?? "");
    return el("div", { class: "stack-tight" }, el("p", { class: "small" }, phrase("account.data.leave")), node);
}
