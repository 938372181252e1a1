// What stands on the dashboard below the first rooms: the other ones, what is offered, and the way to the archive.
import { el, fill } from "../../dom.js";
import { replica, session } from "../../client.js";
import { hasArchiveTab } from "../../routes.js";
import { phrase } from "../../first-phrases.js";
import { styled } from "../frame/style-sheets.js";
import { groupParts } from "./groups.js";

/** @typedef {import("../../types/app.js").ShownDashboard} ShownDashboard */
/** @typedef {ShownDashboard["sections"][number]["rooms"][number]} Room */

await styled(new URL("../../../css/shows.css", import.meta.url).href).catch(() => {});

/** @type {typeof import("./progress.js") | undefined} */
let progress;
/** @type {typeof import("./voices.js") | undefined} */
let voices;

export class FurtherRooms {
    groups = groupParts();
    offers = el("div", { class: "part" });
    rest = el("div", { class: "part" });
    nodes = [...this.groups.nodes, this.offers, this.rest];
    hasBegun = false;
    /**
     * Whether what is offered is for a dashboard without anything to watch; undefined before the first offer.
     * @type {boolean | undefined}
     */
    isOfferedEmpty = undefined;
    /**
     * Makes a change, and shows where rooms go by it once motion is loaded.
     * @type {typeof import("../controls/motion.js").moving}
     */
    move = (_root, _attribute, change) => change();

    /**
     * @param {import("../frame/frame.js").Context} context
     * @param {() => void} update shows all of the page anew
     */
    constructor(context, update) {
        this.context = context;
        this.update = update;
    }

    /**
     * @param {ShownDashboard} shown
     * @param {ReadonlySet<Room>} above the rooms that stand above
     */
    show({ sections, truncated }, above) {
        this.groups.show(sections, above, progress);
        voices?.readVoices(above, this.update);
        fill(this.rest, !hasArchiveTab(session.keptTenant()?.features ?? [])
            && el("p", {}, el("a", { href: "/archive" }, phrase("frame.archive"))),
            truncated && el("p", { class: "soft" }, `${phrase("watch.moreRooms")} `,
                el("a", { href: "/archive?all" }, phrase("watch.allRooms"))));
        this.offer(sections.length === 0).catch(() => { this.isOfferedEmpty = undefined; });
        if (replica.isWhole() && !this.hasBegun) this.begin();
    }

    /** Loads what waits until everything is here: motion, how far one is, and who wrote last. */
    async begin() {
        this.hasBegun = true;
        [progress, voices] = await Promise.all([import("./progress.js"), import("./voices.js")]).catch(() => []);
        progress?.readLengths(this.update);
        this.update();
        this.move = (await import("../controls/motion.js")).moving;
    }

    /**
     * Offers what can be done first while there is nothing to watch, and otherwise the rooms of friends and notifications, once
     * everything is here.
     * @param {boolean} isEmpty
     */
    async offer(isEmpty) {
        if (this.isOfferedEmpty === isEmpty || !(isEmpty || replica.isWhole())) return;
        this.isOfferedEmpty = isEmpty;
        fill(this.offers);
        const { signal } = this.context;
        const made = isEmpty ? (await import("./first-visit.js")).firstVisit(signal)
            : (await import("./further-offers.js")).furtherOffers(signal);
        if (this.isOfferedEmpty === isEmpty && !signal.aborted) fill(this.offers, made);
    }
}
