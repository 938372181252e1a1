// What somebody types, kept on this device until it has arrived or they throw it away: over reloads, a crash of the tab, and in
// each tab.
import { drafts, replica } from "../../client.js";

/** @typedef {import("../../types/app.js").ChosenPicture & {isSent?: boolean}} Picture */
/**
 * @template Content
 * @typedef {object} Keeper
 * @property {() => Content | undefined} get what stands in the form; undefined if nothing is worth keeping
 * @property {(content: Content | undefined, keptAt: number | undefined, isTyped: boolean) => void} put shows what was kept, or
 *     that nothing is.
 *     `isTyped`: something was typed before it was read, and must stay.
 * @property {() => boolean} isThere whether the form is still in the page
 */

/**
 * A draft that has one place on this device, whichever tab writes it.
 * @template {{text: string}} Content
 */
export class KeptDraft {
    /** What this tab knows to be on disk, and since when. */
    known = { content: key(undefined), at: 0 };
    wasThere = false;
    isLoaded = false;

    /**
     * @param {App.DraftPlace} place
     * @param {Keeper<Content>} form
     */
    constructor(place, form) {
        this.place = place;
        this.form = form;
        this.stop = new AbortController();
        const { signal } = this.stop;
        this.loaded = this.look().catch(() => {}).then(() => { this.isLoaded = true; });
        // What was typed before.
        this.save();
        const lookAgain = () => { if (document.visibilityState === "visible") this.look().catch(() => {}); };
        addEventListener("focus", lookAgain, { signal });
        document.addEventListener("visibilitychange", lookAgain, { signal });
        signal.addEventListener("abort", replica.subscribe([`draft:${place}`], () => this.look().catch(() => {})));
    }

    /** @returns {Promise<{at: number, content: Content | undefined}>} */
    async load() {
        /** @typedef {{at: number, text: string, content: Content}} Kept `text` is all that was typed, for the page "Not sent". */
        const found = /** @type {Kept | Content | undefined} */ (await drafts.load(this.place));
        // Earlier versions of the composer kept the words alone.
        return found && "content" in found ? found : { at: 0, content: found };
    }

    /** Takes over what another tab, or an earlier page, has kept, unless something newer is typed here. */
    async look() {
        const { form } = this;
        this.wasThere ||= form.isThere();
        if (this.wasThere && !form.isThere()) return this.stop.abort();
        const { known } = this;
        const { at, content } = await this.load();
        // Something was typed meanwhile, or the same is here already.
        if (this.known !== known || key(content) === known.content) return;
        const isTyped = key(form.get()) !== known.content;
        // The first look comes with whatever was typed before it; later ones leave alone what is newer.
        if (isTyped && this.isLoaded) return;
        form.put(content, at, isTyped);
        this.known = { content: isTyped ? known.content : key(form.get()), at };
    }

    /** Keeps what stands in the form now. */
    async save() {
        await this.loaded;
        const content = this.form.get();
        if (key(content) === this.known.content) return;
        this.known = { content: key(content), at: Date.now() };
        drafts.save(this.place, content && { at: this.known.at, text: content.text, content, ...picturesOf(content) });
    }

    /** What is about to be sent, for `acknowledged`. */
    sent() {
        return key(this.form.get());
    }

    /**
     * Forgets the draft after what was sent has arrived. What was typed meanwhile, here or in another tab, stays.
     * @param {string} sent
     */
    async acknowledged(sent) {
        const { at, content } = await this.load();
        if (content && key(content) !== sent && (at > this.known.at || this.known.content !== sent)) return;
        this.known = { content: key(undefined), at: Date.now() };
        drafts.save(this.place, undefined);
        await drafts.flush();
    }
}

/**
 * The pictures of what is kept that aren't sent. They count as words do.
 * @param {{text: string, pictures?: readonly Picture[], more?: unknown}} content
 */
function picturesOf({ pictures, more }) {
    /** @type {readonly Picture[]} */
    const all = pictures ?? Object(more).pictures ?? [];
    const unsent = all.filter(({ isSent }) => !isSent);
    return unsent.length > 0 && { pictures: unsent };
}

/**
 * What two drafts are compared by. A file counts by its name and size.
 * @param {unknown} content
 */
function key(content) {
    return JSON.stringify(content ?? null,
        (_, value) => value instanceof File ? [value.name, value.size, value.lastModified] : value);
}
