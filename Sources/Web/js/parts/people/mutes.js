// Muted and blocked people, and muted words.
import { call, replica } from "../../client.js";
import { el, fill } from "../../dom.js";
import { actionButton, field, form } from "../controls/form.js";
import { personLine } from "../controls/person.js";
import { setMuted } from "./profile.js";
import { failure, say, skeleton } from "../controls/states.js";

/** @param {AbortSignal} signal */
export function mutedAndBlocked(signal) {
    const people = el("div", { class: "stack-tight" });
    const words = el("div", {});
    let shown = "";

    function update() {
        const blocked = replica.blocks() ?? [];
        const known = replica.people();
        const muted = (replica.mutes()?.userIDs ?? []).map((id) => known.get(id) ?? { id, username: "somebody",
            identityColor: "#8a8079" });
        const key = JSON.stringify([blocked, muted, replica.mutes() !== undefined]);
        if (key === shown) return;
        shown = key;
        const lines = [
            ...muted.map((user) => personLine(user,
                { about: "muted", actions: [actionButton("Unmute", () => setMuted(user, false), { about: user.username })] })),
            ...blocked.map((user) => personLine(user,
                { about: "blocked", actions: [actionButton("Unblock", () => unblock(user), { about: user.username })] })),
        ];
        fill(people, lines.length > 0
            ? el("ul", { class: "card list" }, ...lines.map((line) => el("li", {}, line)))
            : replica.mutes() && el("p", { class: "soft" }, "You mute and block nobody."));
    }

    const open = el("button", { class: "button", onclick: edit }, "Muted words");
    /** The form replaces all words, so it opens with the current ones. */
    async function edit() {
        fill(words, skeleton(2));
        try {
            const now = await call("showMutes");
            const area = el("textarea", { rows: 5, value: now.words.join("\n"), dir: "auto", class: "tall" });
            const list = field("Words, one a line",
                { name: "words", input: area,
                    hint: "A comment with one of them is folded. “foo*” is every word that begins with foo." });
            fill(words, el("div", { class: "card" }, form({
                draft: "mutes",
                fields: [list],
                action: "Save",
                cancel: close,
                send: async () => {
                    const latest = await call("showMutes");
                    await replica.change("changeMutes",
                        { body: { ...latest, words: area.value.split("\n").map((word) => word.trim()).filter(Boolean) } });
                    say("Saved.");
                    close();
                },
            })));
            area.focus();
        } catch (problem) {
            fill(words, failure(problem, edit));
        }
    }
    function close() {
        fill(words, open);
        open.focus();
    }

    signal.addEventListener("abort", replica.subscribe(["mutes", "blocks"], update));
    update();
    fill(words, open);
    return el("section", { class: "block", "aria-labelledby": "mutes" }, el("h2", { id: "mutes" }, "Mutes and blocks"), people,
        words);
}

/** @param {import("../../types/wire.js").UserStub} user */
async function unblock(user) {
    await replica.change("unblock", { path: { userID: user.id } });
    return `${user.username} is no longer blocked.`;
}
