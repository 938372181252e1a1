// What the community shows of itself: its owners change it, and admins read it.
import { call, replica, session, upload } from "../../client.js";
import { el, fill } from "../../dom.js";
import { locale, phrase } from "../../phrases.js";
import { pictureButtons } from "../account/picture.js";
import { field, form, valueOf } from "../controls/form.js";
import { laterPart, loadedPlace } from "../controls/loaded-place.js";
import { communitySign } from "../controls/person.js";
import { say } from "../controls/states.js";
import { roleChip } from "./member-row.js";

/** @typedef {Wire.TenantInfo} TenantInfo */

/**
 * Loads what draws the page of an invite.
 * @typedef {() => Promise<(tenant: TenantInfo) => Node>} LoadPictures
 */

/**
 * What the community shows of itself, to be changed by its owners and read by admins; who joins it, and what they see.
 * @param {LoadPictures} load
 */
export const communityPage = (load) => loadedPlace(() => session.tenant(), (tenant) => {
    const preview = joinPreview(tenant, load);
    return el("div", { class: "columns columns-main stack" },
        el("div", { class: "column stack" },
            ...replica.me()?.role === "owner" ? [face(tenant, preview.update), descriptionForm(tenant, preview.describe)]
                : [reading(tenant)],
            el("div", { class: "card stack-tight" },
                el("h2", { class: "with-chip" }, phrase("admin.joining"), " ", roleChip({ role: usualRole(tenant) })),
                el("p", {}, newcomers(tenant)),
                el("p", { class: "small soft" }, phrase("admin.joining.operator")))),
        el("div", { class: "column" }, preview.node));
});

/** @param {TenantInfo} tenant */
const title = (tenant) => [el("bdi", { class: "name" }, tenant.name), el("span", { class: "small soft" }, tenant.slug)];

/**
 * What an admin sees, who changes nothing of it.
 * @param {TenantInfo} tenant
 */
const reading = (tenant) => el("div", { class: "card stack-tight" },
    el("div", { class: "community-face" }, communitySign(tenant), el("div", { class: "profile-text" }, ...title(tenant))),
    tenant.description !== undefined && el("p", { class: "comment-text", dir: "auto" }, tenant.description),
    el("p", { class: "small soft" }, phrase("admin.community.owners")));

/**
 * @param {TenantInfo} first
 * @param {(tenant: TenantInfo) => void} onChange
 */
function face(first, onChange) {
    const sign = el("span", {});
    const update = (/** @type {TenantInfo} */ tenant) => {
        fill(sign, communitySign(tenant));
        buttons.update(tenant.pictureURL);
        onChange(tenant);
    };
    const buttons = pictureButtons("community", async (picture) => {
        await upload("setTenantPicture", picture);
        update(await session.tenant());
    }, async () => {
        await call("deleteTenantPicture");
        update(await session.tenant());
    });
    fill(sign, communitySign(first));
    buttons.update(first.pictureURL);
    return el("div", { class: "card community-face" }, sign,
        el("div", { class: "profile-text" }, ...title(first), buttons.node));
}

/**
 * @param {TenantInfo} tenant
 * @param {(words: string) => void} onInput
 */
function descriptionForm(tenant, onInput) {
    const area = el("textarea", { rows: 4, value: tenant.description ?? "", dir: "auto", class: "tall" });
    const description = field(phrase("admin.description"), { name: "description", input: area,
        hint: phrase("admin.description.hint", { limit: 500 }) });
    area.addEventListener("input", () => onInput(area.value));
    return el("div", { class: "card" }, form({
        draft: "tenant",
        fields: [description],
        action: phrase("admin.save"),
        send: async () => {
            const saved = await call("changeTenant", { body: { description: valueOf(description) ?? null } });
            area.value = saved.description ?? "";
            session.tenant().catch(() => {});
            say(phrase("admin.saved"));
        },
    }));
}

/**
 * How the page looks that an invite opens, made by that page's own parts.
 * @param {TenantInfo} first
 * @param {LoadPictures} load
 */
function joinPreview(first, load) {
    let now = first;
    /** @type {((tenant: TenantInfo) => Node) | undefined} */
    let draw;
    const place = laterPart(load, (made) => {
        draw = made;
        return draw(now);
    });
    const update = (/** @type {TenantInfo} */ tenant) => {
        now = tenant;
        if (draw) fill(place, draw(now));
    };
    return {
        node: el("figure", { class: "preview" }, el("figcaption", {}, phrase("admin.preview")), place),
        update,
        /** @param {string} text what the description is to be */
        describe(text) {
            const words = place.querySelector(".enter-head > .comment-text");
            if (!words || !text) return update({ ...now, description: text || undefined });
            now = { ...now, description: text };
            fill(words, text);
        },
    };
}

/**
 * The role of who joins without another one (rule 3.1).
 * @param {Pick<TenantInfo, "features">} tenant
 */
const usualRole = ({ features }) => features.includes("class") ? "student" : "member";

/**
 * The role that new people get.
 * @param {Pick<TenantInfo, "features" | "signup" | "signupRoles">} tenant
 */
export function newcomers({ features, signup, signupRoles }) {
    const usual = usualRole({ features });
    const invited = phrase("admin.joining.invited", { role: usual });
    if (signup !== "open") return invited;
    const anybody = signupRoles.length === 0 ? phrase("admin.joining.anybody", { role: usual })
        : phrase("admin.joining.anybodyAs", { roles: new Intl.ListFormat(locale, { type: "disjunction" })
            .format(signupRoles.map((role) => phrase("people.role", { role }))) });
    return `${invited} ${anybody}`;
}
