// The form that makes a community: its name and short name, and the account that owns it.
import { call, signing } from "../../client.js";
import { phrase } from "../../phrases.js";
import { go } from "../../routes.js";
import { field, form, valueOf } from "../controls/form.js";
import { asProblem } from "../controls/states.js";
import { mayBeMade } from "../people/link-to-send.js";
import { newPasswordField, passwordRules } from "./new-password-field.js";

/** The form of a new community and of its owner's account. */
export function communityForm() {
    const name = field(phrase("account.begin.name"), { name: "name", required: true, maxLength: 200, autocomplete: "organization",
        hint: phrase("account.begin.nameHint") });
    const slug = field(phrase("account.begin.slug"), { name: "slug", required: true, maxLength: 40, autocomplete: "off",
        autocapitalize: "none", spellcheck: false, check: slugFault, hint: phrase("account.begin.slugHint") });
    followName(slug.input, name.input);
    const given = field(phrase("account.field.name"), { name: "givenName", maxLength: 60, autocomplete: "given-name" });
    const email = field(phrase("account.field.email"), { name: "email", type: "email", required: true, autocomplete: "username",
        autocapitalize: "none", spellcheck: false, hint: phrase("account.begin.email") });
    const password = newPasswordField(phrase("account.field.password"), { name: "password", hint: passwordRules });
    const founding = new Founding();
    return form({
        fields: [name, slug, given, email, password],
        action: phrase("account.begin.begin"),
        send: async () => {
            await founding.go({ name: valueOf(name) ?? "", slug: (valueOf(slug) ?? "").toLowerCase(),
                email: valueOf(email) ?? "", password: password.input.value, givenName: valueOf(given) });
            go("/", { replace: true });
        },
        explain: (problem) => {
            if (problem.code === "feature_off") return phrase("account.begin.closed");
            if (problem.status === 429) return phrase("account.begin.tooMany");
            return mayBeMade(problem) && founding.lost ? phrase("account.begin.lost") : undefined;
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
    if (!/^[a-z0-9-]*$/.test(slug)) return phrase("account.begin.slugLetters");
    if (slug.length < 2) return phrase("account.begin.slugShort");
    return /^-|-$|--/.test(slug) ? phrase("account.begin.slugHyphens") : undefined;
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
