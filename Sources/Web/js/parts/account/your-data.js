// The export of all data, signing out, and deleting the account.
import { address, session, signing, Unsent } from "../../client.js";
import { el } from "../../dom.js";
import { go } from "../../routes.js";
import { actionButton, choice, form } from "../controls/form.js";
import { ask } from "../controls/dialog.js";
import { confirmed, currentPassword } from "./confirmed.js";
import { foldedForm, settingRow } from "./setting-row.js";

/** The export of all data, and the form that deletes the account. */
export const yourData = () => el("div", { class: "card list settings narrow" },
    settingRow("A copy of everything", "What you wrote, made and played, in one file",
        el("a", { class: "button button-plain", href: address("exportMe"), download: "davenport.json",
            "aria-label": "Download a copy" }, "Download")),
    foldedForm({ label: "Your account", about: () => "Deleting it can’t be undone.",
        action: () => "Delete account", verb: () => "Delete account", style: "button button-bad" }, deletion));

/** Who is signed in here, with the button that signs out. */
export const leaving = () => settingRow(["Signed in as ", el("bdi", {}, session.current()?.username)], undefined,
    actionButton("Sign out", signOut, { class: "button button-plain" }));

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
        const names = [...writes.map(named), ...(moves > 0 ? ["moves on the cube"] : []),
            ...drafts.map(({ text, pictures }) => excerpt(text, pictures))];
        const things = count === 1 ? "1 thing you wrote hasn’t" : `${count} things you wrote haven’t`;
        const text = `${things} been sent: ${names.join(", ")}. Signing out throws ${count === 1 ? "it" : "them"} away.`;
        if (!await ask({ title: "Sign out all the same?", text, action: "Sign out", opener: button })) return;
        await signing.signOut({ evenUnsent: true });
    }
}

/** @param {import("../../types/app.js").PendingWrite} write */
const named = ({ comment, pictures }) => comment ? excerpt(comment.content ?? "", pictures) : "a watched mark";

/**
 * @param {string} text
 * @param {readonly unknown[]} [pictures]
 */
function excerpt(text, pictures = []) {
    const letters = Array.from(text);
    const words = text && `“${letters.slice(0, 40).join("")}${letters.length > 40 ? "…" : ""}”`;
    const count = pictures.length > 0 && (pictures.length > 1 ? `${pictures.length} pictures` : "a picture");
    return [words, count].filter(Boolean).join(" with ");
}

/** @param {() => void} cancel */
function deletion(cancel) {
    const password = currentPassword();
    const erase = choice("checkbox", "Delete everything I wrote, too. Otherwise it stays for the others, without my name.", {});
    return el("div", { class: "stack-tight" },
        el("p", { class: "small" }, "You leave every room, and your friendships and invites end. This can’t be undone."),
        form({
            fields: password ? [password] : [],
            extra: erase.node,
            action: "Delete account for good",
            weight: "bad",
            cancel,
            send: async () => {
                const body = { currentPassword: password?.input.value || undefined, eraseComments: erase.input.checked };
                if (await confirmed(() => signing.deleteAccount(body)) === false) return false;
                go("/", { replace: true });
                return undefined;
            },
            explain: (problem) => {
                if (problem.code === "last_owner") return "You are the last owner. Make somebody else an owner first.";
                if (problem.code !== "wrong_password") return undefined;
                password?.fault("This isn’t your current password.");
                password?.input.focus();
                return "Nothing was deleted.";
            },
        }));
}
