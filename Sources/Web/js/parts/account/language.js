// The language of the page, of notifications in browsers and of mails (rule 16.49).
import { replica } from "../../client.js";
import { el } from "../../dom.js";
import { languages } from "../../first-phrases.js";
import { phrase } from "../../phrases.js";
import { field, form } from "../controls/form.js";
import { SavedAtOnce } from "./saved-at-once.js";

/** @typedef {NonNullable<import("../../types/wire.js").Me["language"]>} Language */

/** @param {string} language @returns {string} its name in itself */
function nameOf(language) {
    const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** A form for the person's language. The page follows it by itself. */
export function languageForm() {
    const chosen = replica.me()?.language ?? "";
    const input = el("select", {}, el("option", { value: "", selected: chosen === "" }, phrase("account.language.usual")),
        ...languages.map((one) => el("option", { value: one, lang: one, selected: chosen === one }, nameOf(one))));
    const saving = new SavedAtOnce();
    const choice = field(phrase("account.language.title"), { name: "language", hint: phrase("account.language.about"), input });
    return el("div", { class: "card stack-tight switches" }, saving.follow(form({
        fields: [choice],
        action: phrase("account.save"),
        send: () => saving.save(() => replica.change("changeMe",
            { body: { language: /** @type {Language | ""} */ (input.value) || null } })),
    })));
}
