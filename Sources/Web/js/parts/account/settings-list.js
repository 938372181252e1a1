// The list of the settings, beside them in a wide window: the sections of the page, of which it marks the one that is read, and
// the pages that other settings have of their own.
import { el, icon, mark } from "../../dom.js";
import { otherPrograms } from "../connections/other-programs.js";

/** The sections, by the ids of their headings, in the order of the page. */
const sections = { profile: "Your profile", "signing-in": "Signing in", device: "This device", feedback: "Feedback",
    goodbye: "Your data" };

/** From this part on, all of a section counts as in view: its place may lie between two pixels. */
const whole = 0.99;

/**
 * The section that is read: the one that was asked for, while all of it is in view. Otherwise the last one at the end of the
 * page, or the first that is wholly in view, or that fills the window.
 * @param {readonly {id: string, ratio: number}[]} places the sections in their order, with how much of each is in view, from 0
 *     to 1
 * @param {string} asked the id of the section to which the address leads
 */
export function sectionInView(places, asked) {
    const seen = places.filter(({ ratio }) => ratio >= whole).map(({ id }) => id);
    if (seen.includes(asked)) return asked;
    const last = places.at(-1)?.id;
    if (last && seen.includes(last) && places[0]?.ratio === 0) return last;
    return seen[0] ?? places.find(({ ratio }) => ratio > 0)?.id ?? places[0]?.id;
}

/**
 * The list of the settings.
 * @param {AbortSignal} signal
 */
export function settingsList(signal) {
    const isHere = location.pathname === "/settings";
    const link = (/** @type {string} */ href, /** @type {import("../../dom.js").Parts} */ label) => el("a",
        { href, "aria-current": href === location.pathname ? "page" : undefined }, label);
    const places = Object.entries(sections).map(([id, title]) => ({ id, ratio: 0, link: link(`/settings#${id}`, title) }));
    const pages = [["notifications", "Notifications"], ["sessions", "Signed-in devices"],
        ...otherPrograms().map(({ section, title }) => [section, title])];
    const show = () => {
        const current = sectionInView(places, location.hash.slice(1));
        for (const place of places) mark(place.link, "aria-current", place.id === current && "location");
    };
    if (isHere) {
        followSections(places, show, signal);
        addEventListener("hashchange", () => {
            show();
            focusHeading();
        }, { signal });
        requestAnimationFrame(focusHeading);
    }
    return el("nav", { class: "row-tabs", "aria-label": "Settings" }, ...places.map((place) => place.link), el("hr"),
        ...pages.map(([section, title]) => link(`/settings/${section}`, [title, icon("next")])));
}

/**
 * Keeps up to date how much of each section is in view, without measuring anything while somebody scrolls.
 * @param {{id: string, ratio: number}[]} places
 * @param {() => void} show
 * @param {AbortSignal} signal
 */
function followSections(places, show, signal) {
    const observer = new IntersectionObserver((entries) => {
        for (const { intersectionRatio, target } of entries) {
            const place = places.find(({ id }) => id === target.getAttribute("aria-labelledby"));
            if (place) place.ratio = intersectionRatio;
        }
        show();
    }, { threshold: [0, whole] });
    // The list is made before what stands beside it.
    requestAnimationFrame(() => {
        for (const { id } of places) {
            const section = document.getElementById(id)?.closest("section");
            if (section) observer.observe(section);
        }
    });
    signal.addEventListener("abort", () => observer.disconnect());
}

function focusHeading() {
    const heading = location.hash && document.querySelector(`main h2${location.hash}`);
    if (!(heading instanceof HTMLElement)) return;
    heading.tabIndex = -1;
    heading.focus();
}
