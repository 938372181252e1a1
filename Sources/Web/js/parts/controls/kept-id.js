// The id under which something is sent.

/** An id that is kept with what is typed: another try has the same one, also after a reload, so that nothing is sent twice. */
export class KeptID {
    /** @type {string} */
    value = crypto.randomUUID();
    /** What a form keeps of it. */
    more = {
        get: () => this.value, put: (/** @type {string} */ kept) => { this.value = kept; }, renew: () => this.renew(),
    };

    /** What is sent next is something else. */
    renew() {
        this.value = crypto.randomUUID();
    }

    /**
     * Whether the server has an earlier version under this id: that one was sent, its answer didn't arrive, and the words have
     * changed since. The next try has another id, and adds another thing.
     * @param {{code: string}} problem
     */
    isTaken({ code }) {
        const isTaken = code === "id_taken";
        if (isTaken) this.renew();
        return isTaken;
    }
}
