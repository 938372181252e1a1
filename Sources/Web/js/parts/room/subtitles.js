// A room's subtitles: its tracks, the language shown on this device, and adding a track from a file or from the server's
// provider.
import { el, sync } from "../../dom.js";
import { replica, session } from "../../client.js";
import { isKnown } from "../watch/catalogue.js";
import { ask } from "../controls/dialog.js";
import { undoable } from "../controls/undo.js";
import { actionButton, field, form, sendOnClick } from "../controls/form.js";
import { languageOfLines } from "./spoken-lines.js";
import { say } from "../controls/states.js";

const largest = 2 ** 20;

/** @typedef {import("../../types/app.js").ShownRoom} ShownRoom */

/**
 * @param {string} roomID
 * @param {() => void} onChange is called when the lines are others now.
 */
export function subtitleTracks(roomID, onChange) {
    const list = el("ul", { class: "list" });
    const choice = el("select", { "aria-labelledby": "lines" });
    const shown = el("div", { class: "field" }, el("span", { class: "small soft", id: "lines" }, "Show the lines in"), choice);
    const tag = field("Language",
        { name: "language", value: (navigator.languages[0] ?? "en").split("-")[0], required: true, autocomplete: "off",
            hint: "As a tag, such as en or pt-BR." });
    const file = field("File",
        { name: "content", type: "file", accept: ".srt,.vtt", required: true, hint: "SubRip or WebVTT, at most 1 MiB." });
    const fault = el("p", { class: "small bad", role: "alert" });
    const fetched = el("button", { class: "button" }, "Fetch from OpenSubtitles.com");
    const upload = form({
        draft: `subtitles:${roomID}`, fields: [tag, file], action: "Upload", weight: "minor",
            extra: el("div", {}, fetched, fault), send: async () => {
            const [chosen] = /** @type {HTMLInputElement} */ (file.input).files ?? [];
            if (!chosen || chosen.size > largest) return file.fault("A file has at most 1 MiB."), false;
            const body = new Blob([chosen], { type: /\.vtt$/i.test(chosen.name) ? "text/vtt" : "application/x-subrip" });
            done(await replica.change("setSubtitles", { path: { roomID }, query: { language: tag.input.value.trim() }, body }));
            file.input.value = "";
        },
    });
    sendOnClick(fetched, fault,
        async () => done(await replica.change("fetchSubtitles",
            { path: { roomID }, body: { language: tag.input.value.trim() } })));
    choice.addEventListener("change", () => session.setPreference("lines", choice.value).then(onChange));

    /** @param {import("../../types/wire.js").SubtitleTrack} track */
    function done(track) {
        onChange();
        say(`${name(track.language)}: ${track.cueCount} lines.`);
    }

    /** @param {string} track */
    const row = (track) => {
        const button = actionButton("Remove", async (opener) => {
            const text = "The member who added them and the host of the room can do that. They are gone for everybody, and lines that were quoted stay.";
            if (!await ask({ title: `Remove the subtitles in ${name(track)}?`, text, action: "Remove", opener })) return;
            undoable({ said: `Removing the subtitles in ${name(track)} …`, run: async () => {
                await replica.change("deleteSubtitles", { path: { roomID }, query: { language: track } });
                return "Removed.";
            } });
        }, { class: "button button-small", about: name(track) });
        return { node: el("li", { class: "track" }, name(track), button) };
    };

    return {
        node: el("section", { class: "about-block", "aria-label": "Subtitles" }, el("h2", {}, "Subtitles"), list, shown,
            el("details", { class: "more-fields" }, el("summary", { class: "small" }, "Add subtitles"), upload)),
        /** @param {ShownRoom} room */
        update({ subject, subtitles: tracks }) {
            sync(list, tracks, (track) => track, row);
            shown.hidden = tracks.length === 0;
            sync(choice, ["none", ...tracks], (track) => track,
                (value) => ({ node: el("option", { value }, value === "none" ? "No language" : name(value)) }));
            choice.value = languageOfLines(tracks) ?? "none";
            fetched.hidden = !isKnown(subject) || !session.keptTenant()?.fetchesSubtitles;
        },
    };
}

/**
 * A language's name in English.
 * @param {string} tag
 */
function name(tag) {
    try {
        return new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;
    } catch {
        return tag;
    }
}
