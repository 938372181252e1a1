// The form that makes a community: its name and short name, and the account that owns it.
import { call, signing } from "../../client.js";
import { go } from "../../routes.js";
import { field, form, valueOf } from "../controls/form.js";
import { asProblem } from "../controls/states.js";
import { mayBeMade } from "../people/link-to-send.js";
import { newPasswordField } from "./new-password-field.js";

/** The form of a new community and of its owner's account. */
export function communityForm() {
    const name = field("What it is called", { name: "name", required: true, maxLength: 200, autocomplete: "organization",
        hint: "Such as “The Loft”." });
    const slug = field("Short name", { name: "slug", required: true, maxLength: 40, autocomplete: "off", autocapitalize: "none",
        spellcheck: false, check: slugFault, hint: "People write it to come here: a to z, 0 to 9 and “-”." });
    followName(slug.input, name.input);
    const given = field("Your name", { name: "givenName", maxLength: 60, autocomplete: "given-name" });
    const email = field("E-mail", { name: "email", type: "email", required: true, autocomplete: "username",
        autocapitalize: "none", spellcheck: false, hint: "Used to sign in." });
    const password = newPasswordField("Password", { name: "password", hint: "At least 8 characters, and not a common one." });
    const founding = new Founding();
    return form({
        fields: [name, slug, given, email, password],
        action: "Begin",
        send: async () => {
            await founding.go({ name: valueOf(name) ?? "", slug: (valueOf(slug) ?? "").toLowerCase(),
                email: valueOf(email) ?? "", password: password.input.value, givenName: valueOf(given) });
            go("/", { replace: true });
        },
        explain: (problem) => {
            if (problem.code === "feature_off") {
                return "On this server, only those who run it make communities. Ask them for one.";
            }
            if (problem.status === 429) return "From one place, one community an hour can be made.";
            return mayBeMade(problem) && founding.lost
                ? "No answer came, so the community may be there. Begin again: then you are signed in to it." : undefined;
        },
    });
}

/** The making of a community, whose answer may be lost: another try then signs in to what is there already. */
export class Founding {
    /** The short name whose community may be there, since no answer came, and that of one that is. */
    lost = "";
    made = "";

    /** @param {Wire.NewTenant} body */
    async go(body) {
        if (this.made === body.slug) return enterCommunity(body);
        try {
            await call("createTenant", { body });
        } catch (error) {
            const problem = asProblem(error);
            const mayBeOurs = this.lost === body.slug && problem.faults.slug !== undefined;
            if (mayBeMade(problem)) this.lost = body.slug;
            if (!mayBeOurs) throw problem;
            // It is ours if we can sign in to it.
            return enterCommunity(body).catch((refusal) => { throw asProblem(refusal).isTransient ? refusal : problem; });
        }
        this.made = body.slug;
        return enterCommunity(body);
    }
}

/** @param {Wire.NewTenant} body */
async function enterCommunity({ email, password, slug }) {
    await signing.chooseTenant(slug);
    await signing.signIn(email, password);
}

/** The longest short name, in characters. */
const longest = 40;

/**
 * The short name that a community's name suggests: "The Loft" makes "the-loft". Empty if nothing is left of it.
 * @param {string} name
 */
export function suggestedSlug(name) {
    const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
    const slug = plain.replace(/[^a-z0-9]+/g, "-").slice(0, longest).replace(/^-+|-+$/g, "");
    return slug.length < 2 ? "" : slug;
}

/**
 * What is wrong with a short name.
 * @param {string} text
 */
export function slugFault(text) {
    const slug = text.trim().toLowerCase();
    if (!/^[a-z0-9-]*$/.test(slug)) return "Only a to z, 0 to 9 and “-”.";
    if (slug.length < 2) return "It has at least 2 characters.";
    return /^-|-$|--/.test(slug) ? "No “-” at its ends, and no two in a row." : undefined;
}

/**
 * Suggests the short name while the name is typed, until somebody writes another one.
 * @param {import("../../dom.js").Input} slug
 * @param {import("../../dom.js").Input} name
 */
function followName(slug, name) {
    let suggested = "";
    name.addEventListener("input", () => {
        if (slug.value !== suggested) return;
        slug.value = suggested = suggestedSlug(name.value);
        slug.dispatchEvent(new Event("input"));
    });
}
