// What somebody types, kept on this device until it has arrived or they throw it away: over reloads, a crash of the tab, and in each tab.
import { drafts } from "../../client.js";

/**
 * @template Content
 * @typedef {object} Keeper
 * @property {() => Content | undefined} get what stands in the form; undefined if nothing is worth keeping
 * @property {(content: Content | undefined, keptAt: number | undefined, isTyped: boolean) => void} put shows what was kept, or that nothing is.
 *     `isTyped`: something was typed before it was read, and must stay.
 * @property {() => boolean} isThere whether the form is still in the page
 */

/**
 * Follows a draft that has one place on this device, whichever tab writes it.
 * @template {{text: string}} Content
 * @param {string} place
 * @param {Keeper<Content>} form
 */
export function keptDraft(place, { get, put, isThere }) {
    /** @typedef {{at: number, text: string, content: Content}} Kept `text` is all that was typed, for the page "Not sent". */
    const stop = new AbortController();
    const { signal } = stop;
    /** What this tab knows to be on disk, and since when. */
    let known = { content: key(undefined), at: 0 };
    let wasThere = false;
    let isLoaded = false;

    /** @returns {Promise<{at: number, content: Content | undefined}>} */
    async function load() {
        const found = /** @type {Kept | Content | undefined} */ (await drafts.load(place));
        // Earlier versions of the composer kept the words alone.
        return found && "content" in found ? found : { at: 0, content: found };
    }

    /** Takes over what another tab, or an earlier page, has kept, unless something newer is typed here. */
    async function look() {
        wasThere ||= isThere();
        if (wasThere && !isThere()) return stop.abort();
        const { at, content } = await load();
        if (key(content) === known.content) return;
        const isTyped = key(get()) !== known.content;
        // The first look comes with whatever was typed before it; later ones leave alone what is newer.
        if (isTyped && isLoaded) return;
        put(content, at, isTyped);
        known = { content: isTyped ? known.content : key(get()), at };
    }

    async function save() {
        await loaded;
        const content = get();
        if (key(content) === known.content) return;
        known = { content: key(content), at: Date.now() };
        drafts.save(place, content && { at: known.at, text: content.text, content });
    }

    const loaded = look().catch(() => {}).then(() => { isLoaded = true; });
    // What was typed before.
    save();
    const lookAgain = () => { if (document.visibilityState === "visible") look().catch(() => {}); };
    addEventListener("focus", lookAgain, { signal });
    document.addEventListener("visibilitychange", lookAgain, { signal });
    return {
        /** Keeps what stands in the form now. */
        save,
        /** What is about to be sent, for `acknowledged`. */
        sent: () => key(get()),
        /**
         * Forgets the draft after what was sent has arrived. What was typed meanwhile, here or in another tab, stays.
         * @param {string} sent
         */
        async acknowledged(sent) {
            const { at, content } = await load();
            if (content && key(content) !== sent && (at > known.at || known.content !== sent)) return;
            known = { content: key(undefined), at: Date.now() };
            drafts.save(place, undefined);
            await drafts.flush();
        },
    };
}

/**
 * What two drafts are compared by. A file counts by its name and size.
 * @param {unknown} content
 */
function key(content) {
    return JSON.stringify(content ?? null, (_, value) => value instanceof File ? [value.name, value.size, value.lastModified] : value);
}
