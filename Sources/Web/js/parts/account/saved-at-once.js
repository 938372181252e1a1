// A form that saves each change by itself. Its button is there only while something couldn't be saved, and says so.
import { el, icon } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { followNetwork, networkFault, say } from "../controls/states.js";

/** The time from the last change to its request, in milliseconds: a time of day is typed in several keys. */
const pause = 400;

/** "Saved.", in the card in which something was changed. */
export function savedNote() {
    const note = el("p", { class: "saved" }, icon("check"), phrase("account.saved"));
    return {
        /** @param {EventTarget | null} target what was changed */
        show(target) {
            if (target instanceof Element) target.closest(".switches")?.append(note);
            say(phrase("account.saved"));
        },
        hide: () => note.remove(),
    };
}

/** Sends a form after each change, once the one before has been answered, and again when the server can be reached. */
export class SavedAtOnce {
    note = savedNote();
    /**
     * What was changed last and isn't saved yet.
     * @type {EventTarget | null}
     */
    unsaved = null;
    changes = 0;
    timer = 0;

    /**
     * Follows the form, whose `send` calls `save`.
     * @param {HTMLFormElement} form
     */
    follow(form) {
        this.form = form;
        this.showButton(false);
        // Also what was kept here and is put back, whose events don't bubble.
        form.addEventListener("change", ({ target }) => {
            this.unsaved = target;
            this.changes += 1;
            this.note.hide();
            this.wait();
        }, true);
        let wasAway = false;
        followNetwork(form, () => {
            const isAway = networkFault() !== undefined;
            if (wasAway && !isAway && this.unsaved) this.wait();
            wasAway = isAway;
        });
        return form;
    }

    /** @param {boolean} isShown */
    showButton(isShown) {
        const actions = this.form?.querySelector(".form-actions");
        if (actions instanceof HTMLElement) actions.hidden = !isShown;
    }

    wait() {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => {
            if (!this.form?.isConnected) return;
            // What is typed while a request runs goes with the next one.
            if (this.form.querySelector("[type=submit][aria-busy]")) return this.wait();
            this.form.requestSubmit();
            if (networkFault()) this.showButton(true);
        }, pause);
    }

    /** @param {() => Promise<unknown>} request */
    async save(request) {
        const { changes, unsaved } = this;
        try {
            await request();
        } catch (problem) {
            this.showButton(true);
            throw problem;
        }
        if (changes !== this.changes) return this.wait();
        this.unsaved = null;
        this.showButton(false);
        this.note.show(unsaved);
    }
}
