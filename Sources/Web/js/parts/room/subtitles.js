// A room's subtitles: its tracks, the language shown on this device, and adding a track from a file or from the server's
// provider.
import { el, sync } from "../../dom.js";
import { replica, session } from "../../client.js";
import { isKnown } from "../watch/catalogue.js";
import { ask } from "../controls/dialog.js";
import { undoable } from "../controls/undo.js";
import { actionButton, field, form } from "../controls/form.js";
import { languageOfLines } from "./spoken-lines.js";
import { say, sendOnClick } from "../controls/states.js";
import { locale, phrase } from "../../phrases.js";

const largest = 2 ** 20;
/** The languages that the form offers. Any other one can be written. */
const offered = ["ar", "bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko",
    "lt", "lv", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh"];

/** @typedef {import("../../types/app.js").ShownRoom} ShownRoom */

/** A room's tracks of subtitles, with the form that adds one. */
export class SubtitleTracks {
    list = el("ul", { class: "list" });

    /**
     * @param {string} roomID
     * @param {() => void} onChange is called when the lines are others now.
     */
    constructor(roomID, onChange) {
        this.roomID = roomID;
        this.onChange = onChange;
        this.choice = el("select", { "aria-labelledby": "lines",
            onchange: () => session.setPreference("lines", this.choice.value).then(onChange) });
        this.shown = el("div", { class: "field" },
            el("span", { class: "small soft", id: "lines" }, phrase("room.subtitles.showIn")), this.choice);
        this.fetched = el("button", { class: "button" }, phrase("room.subtitles.fetch"));
        const adding = el("details", { class: "more-fields" }, el("summary", { class: "small" }, phrase("room.subtitles.add")),
            this.upload());
        const title = phrase("room.subtitles.title");
        this.title = el("h2", {}, title);
        this.node = el("section", { class: "about-block", "aria-label": title }, this.title, this.list,
            this.shown, adding);
    }

    /** The form that adds a track. */
    upload() {
        const { roomID } = this;
        const own = (navigator.languages[0] ?? "en").replace(/-.*/, "");
        const tag = field(phrase("room.subtitles.language"),
            { name: "language", value: replica.room(roomID)?.subtitles.includes(own) ? "" : name(own), required: true,
                autocomplete: "off", list: "languages", hint: phrase("room.subtitles.languageHint") });
        const file = field(phrase("room.subtitles.file"),
            { name: "content", type: "file", accept: ".srt,.vtt", required: true, hint: phrase("room.subtitles.fileHint") });
        const fault = el("p", { class: "small bad", role: "alert" });
        const chosenTag = () => tagOf(tag.input.value.trim());
        sendOnClick(this.fetched, fault, async () =>
            this.added(await replica.change("fetchSubtitles", { path: { roomID }, body: { language: chosenTag() } })));
        return form({
            draft: `subtitles:${roomID}`, fields: [tag, file], action: phrase("room.subtitles.upload"), weight: "minor",
            extra: [languageList(), el("div", {}, this.fetched, fault)], send: async () => {
                const [chosen] = /** @type {HTMLInputElement} */ (file.input).files ?? [];
                if (!chosen || chosen.size > largest) return file.fault(phrase("room.subtitles.tooLarge")), false;
                const body = new Blob([chosen], { type: /\.vtt$/i.test(chosen.name) ? "text/vtt" : "application/x-subrip" });
                this.added(await replica.change("setSubtitles", { path: { roomID }, query: { language: chosenTag() }, body }));
                file.input.value = "";
            },
        });
    }

    /** @param {import("../../types/wire.js").SubtitleTrack} track */
    added(track) {
        this.onChange();
        say(phrase("room.subtitles.added", { language: name(track.language), count: track.cueCount }));
    }

    /** @param {ShownRoom} room */
    update({ subject, subtitles: tracks }) {
        const { choice } = this;
        sync(this.list, tracks, (track) => track, (track) => ({ node: trackRow(this.roomID, track) }));
        this.title.hidden = this.shown.hidden = tracks.length === 0;
        sync(choice, ["none", ...tracks], (track) => track,
            (value) => ({ node: el("option", { value }, value === "none" ? phrase("room.subtitles.none") : name(value)) }));
        choice.value = languageOfLines(tracks) ?? "none";
        this.fetched.hidden = !isKnown(subject) || !session.keptTenant()?.fetchesSubtitles;
    }
}

/**
 * @param {string} roomID
 * @param {string} tag
 */
function trackRow(roomID, tag) {
    const action = phrase("room.subtitles.remove");
    return el("li", { class: "track" }, name(tag), actionButton(action, async (opener) => {
        const title = phrase("room.subtitles.removeThese", { language: name(tag) });
        if (!await ask({ title, text: phrase("room.subtitles.removal"), action, opener })) return;
        undoable({ said: phrase("room.subtitles.removing", { language: name(tag) }), run: async () => {
            await replica.change("deleteSubtitles", { path: { roomID }, query: { language: tag } });
            return phrase("room.subtitles.removed");
        } });
    }, { class: "button button-small", about: name(tag) }));
}

/**
 * What a language is called.
 * @param {string} tag
 */
function name(tag) {
    try {
        return new Intl.DisplayNames(locale, { type: "language" }).of(tag) ?? tag;
    } catch {
        return tag;
    }
}

/** The offered languages with their names, for the field of that form. */
const languageList = () => el("datalist", { id: "languages" },
    ...offered.map((tag) => el("option", { value: name(tag) })));

/**
 * The tag of a language that is written by its name or by its tag.
 * @param {string} text
 */
const tagOf = (text) => offered.find((tag) => name(tag).toLowerCase() === text.toLowerCase()) ?? text;
