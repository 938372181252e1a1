// What the community shows of itself: its owners change it, and admins read it.
import { call, replica, session, upload } from "../../client.js";
import { el, fill } from "../../dom.js";
import { pictureButtons } from "../account/picture.js";
import { field, form, valueOf } from "../controls/form.js";
import { loadedPlace } from "../controls/loaded-place.js";
import { communitySign } from "../controls/person.js";
import { say } from "../controls/states.js";

/** @typedef {Wire.TenantInfo} TenantInfo */

/** What the community shows of itself: forms for its owners, the same in words for admins. */
export const communityPage = () => loadedPlace(() => session.tenant(), (tenant) => el("div", { class: "stack" },
    ...replica.me()?.role === "owner" ? [face(tenant), descriptionForm(tenant)] : [reading(tenant)],
    el("div", { class: "card stack-tight" }, el("h2", {}, "Who joins"), el("p", {}, newcomers(tenant)),
        el("p", { class: "small soft" }, "An operator changes this, and the community’s name."))));

/** @param {TenantInfo} tenant */
const title = (tenant) => [el("span", { class: "own-disc" }, communitySign(tenant)),
    el("span", { class: "result-text" }, el("bdi", { class: "name" }, tenant.name),
        el("span", { class: "small soft" }, tenant.slug))];

/**
 * What an admin sees, who changes nothing of it.
 * @param {TenantInfo} tenant
 */
const reading = (tenant) => el("div", { class: "card stack-tight" }, el("div", { class: "line" }, ...title(tenant)),
    tenant.description !== undefined && el("p", { class: "comment-text", dir: "auto" }, tenant.description),
    el("p", { class: "small soft" }, "Owners change picture and description."));

/** @param {TenantInfo} first */
function face(first) {
    const place = el("div", { class: "line" });
    const update = (/** @type {TenantInfo} */ tenant) => {
        fill(place, ...title(tenant));
        buttons.update(tenant.pictureURL);
    };
    const buttons = pictureButtons("the community’s", async (picture) => {
        await upload("setTenantPicture", picture);
        update(await session.tenant());
    }, async () => {
        await call("deleteTenantPicture");
        update(await session.tenant());
    });
    update(first);
    return el("div", { class: "card stack-tight" }, place, buttons.node);
}

/** @param {TenantInfo} tenant */
function descriptionForm(tenant) {
    const area = el("textarea", { rows: 4, value: tenant.description ?? "", dir: "auto", class: "tall" });
    const description = field("Description", { name: "description", input: area,
        hint: "Everybody reads it who comes here to sign in or to join. At most 500 characters." });
    return el("div", { class: "card" }, form({
        draft: "tenant",
        fields: [description],
        action: "Save",
        send: async () => {
            const saved = await call("changeTenant", { body: { description: valueOf(description) ?? null } });
            area.value = saved.description ?? "";
            session.tenant().catch(() => {});
            say("Saved.");
        },
    }));
}

/**
 * The role that new people get.
 * @param {Pick<TenantInfo, "features" | "signup" | "signupRoles">} tenant
 */
export function newcomers({ features, signup, signupRoles }) {
    const usual = features.includes("class") ? "student" : "member";
    const invited = `Who joins by an invite becomes ${usual}, unless the invite names another role.`;
    if (signup !== "open") return invited;
    const role = signupRoles.length === 0 ? `and becomes ${usual}` : `as ${signupRoles.join(" or ")}`;
    return `${invited} Anybody may join without one, ${role}.`;
}
