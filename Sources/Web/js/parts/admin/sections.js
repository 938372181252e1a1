// The sections of the administration: as a list on a page of a phone, and beside each section otherwise.
import { call, session } from "../../client.js";
import { bar, el, fill, icon } from "../../dom.js";
import { locale, phrase, phraseAround } from "../../phrases.js";
import { communitySign } from "../controls/person.js";
import { sign } from "../controls/signs.js";

/** What each section is called, and what it has. */
export const sections = /** @type {const} */ ({
    reports: [phrase("admin.reports"), phrase("admin.reports.about")],
    members: [phrase("admin.members"), phrase("admin.members.about")],
    invites: [phrase("admin.invites"), phrase("admin.invites.about")],
    filter: [phrase("admin.filter"), phrase("admin.filter.about")],
    feedback: [phrase("admin.feedback"), phrase("admin.feedback.about")],
    audit: [phrase("admin.audit"), phrase("admin.audit.about")],
    bots: [phrase("admin.bots"), phrase("admin.bots.about")],
    community: [phrase("admin.community"), phrase("admin.community.about")],
});
/** @type {Record<string, [name: keyof Wire.TenantCounts, words: (count: HTMLElement) => (string | HTMLElement)[]]>} */
const counted = { reports: ["openReports", (count) => phraseAround("admin.reports.waiting", { count })],
    feedback: ["newFeedback", (count) => phraseAround("admin.feedback.waiting", { count })] };
/**
 * What was counted last, and for which person.
 * @type {{userID: string | undefined, counts: Wire.TenantCounts} | undefined}
 */
let last;

/** @type {Record<string, () => Node>} */
const pictures = { reports: () => sign("shield"), members: () => icon("people"), invites: () => sign("envelope"),
    filter: () => sign("forbidden"), feedback: () => sign("message"), audit: () => sign("clock"), bots: () => sign("robot"),
    community: () => sign("info") };

/** @type {readonly (keyof typeof sections)[][]} */
const groups = [["reports", "feedback"], ["members", "invites"], ["filter", "bots", "audit"]];

/** The page of a phone that leads to the sections: the community itself, then what may wait, people, and the rest. */
export function sectionList() {
    const community = session.keptTenant();
    return navigation({ class: "stack" }, (href, [label, about], count, picture) => el("a",
        { class: "go", href }, picture, el("span", { class: "setting-text" }, el("span", { class: "name" }, label),
            el("span", { class: "small soft" }, about)), count, icon("next")), (links) => [
        el("a", { class: "card self", href: "/admin/community" }, community && communitySign(community),
            el("span", { class: "setting-text" }, el("bdi", { class: "name" }, community?.name),
                el("span", { class: "small soft" }, phrase("admin.community"))), icon("next")),
        ...groups.map((keys) => el("div", { class: "card list" }, ...keys.map((key) => links[key])))]);
}

/**
 * A section beside the links to all of them. In wide windows, their title stands above the links and leads back.
 * @param {string} chosen
 * @param {...Node} content
 */
export function besideSections(chosen, ...content) {
    const title = bar("/settings", phrase("admin.title"));
    title.classList.add("over");
    return el("div", { class: "sections-beside" }, title, sectionTabs(chosen), el("div", {}, ...content));
}

/** @param {string} chosen */
function sectionTabs(chosen) {
    const node = navigation({ class: "row-tabs" }, (href, [label], count, picture) => el("a",
        { href, "aria-current": href === `/admin/${chosen}` ? "page" : undefined }, picture, label, count));
    requestAnimationFrame(() => node.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }));
    return node;
}

/**
 * The links to the sections, with how much waits there.
 * @param {{class: string}} style
 * @param {(href: string, words: readonly [string, string], count: HTMLElement, picture: Node | undefined) => HTMLElement} link
 * @param {(links: Record<string, HTMLElement>) => HTMLElement[]} [arrange]
 */
function navigation(style, link, arrange = Object.values) {
    const places = Object.entries(sections).map(([key, words]) => {
        const count = el("span", { class: "count" });
        return { key, count, link: link(`/admin/${key}`, words, count, pictures[key]?.()) };
    });
    const userID = session.current()?.userID;
    const update = (/** @type {Wire.TenantCounts} */ counts) => {
        for (const { key, count } of places) {
            const [name, words] = counted[key] ?? [];
            const number = name ? counts[name] : 0;
            // The number is seen, and what is counted is read out.
            fill(count, number > 0 && words?.(el("span", {}, number.toLocaleString(locale)))
                .map((part) => typeof part === "string" ? el("span", { class: "unseen" }, part) : part));
        }
    };
    if (last?.userID === userID && last) update(last.counts);
    // Without the counts the links lead to the same.
    call("showTenantCounts").then((counts) => {
        last = { userID, counts };
        update(counts);
    }, () => {});
    const links = Object.fromEntries(places.map((one) => [one.key, one.link]));
    return el("nav", { ...style, "aria-label": phrase("admin.title") }, ...arrange(links));
}
