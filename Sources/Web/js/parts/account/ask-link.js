// What somebody does who has forgotten their password: they ask for a link by e-mail, or somebody who can help.
import { passwordLinks } from "../../client/password-links.js";
import { el } from "../../dom.js";
import { field, form, valueOf } from "../controls/form.js";

/**
 * A heading, the form that asks for a link where the community sends e-mails, and who makes such links.
 * @param {import("../../types/wire.js").TenantInfo} tenant
 * @param {string} address the e-mail address typed into the sign-in form.
 */
export function passwordHelp({ slug, name, contact, passwordLinks: makers, email }, address) {
    const who = makers === "off" ? "the people who run " : makers === "owners" ? "an owner of " : "an owner or admin of ";
    const heading = el("h2", {}, "Forgot your password?");
    heading.tabIndex = -1;
    return [heading, email && el("p", {}, "We’ll e-mail you a link to choose a new one."),
        email && askLinkForm(slug, address),
        el("p", { class: "small soft" }, email ? "No mail? Ask " : "Ask ", who, el("bdi", {}, name),
            " for a link to choose a new password.", ...reachable(contact))];
}

/**
 * Where to turn to about the community.
 * @param {string | undefined} contact an e-mail address or a URL
 */
export const reachable = (contact) => contact ? [" You reach them at ",
    el("a", { href: /^https?:/.test(contact) ? contact : `mailto:${contact}` }, el("bdi", {}, contact)), "."] : [];

/**
 * Makes the form that sends a link to a new password to an address.
 * @param {string} slug the community.
 * @param {string} address the e-mail address typed into the sign-in form.
 */
function askLinkForm(slug, address) {
    const email = field("Your e-mail address", { name: "email", type: "email", required: true, value: address,
        autocomplete: "username", autocapitalize: "none", spellcheck: false, lack: "Write your e-mail address." });
    const node = form({
        fields: [email],
        action: "Send me a link",
        send: async () => {
            const asked = valueOf(email) ?? "";
            await passwordLinks.ask(asked, slug);
            const words = sent(asked);
            const done = el("div", {}, words,
                el("button", { class: "button button-small", onclick: () => done.replaceWith(node) }, "Another address"));
            node.replaceWith(done);
            words.tabIndex = -1;
            words.focus();
        },
    });
    return node;
}

/**
 * The server gives the same answer for every address, so this says no more.
 * @param {string} address
 */
const sent = (address) => el("p", { class: "small" },
    "If ", el("bdi", {}, address), " has an account here, a mail with a link is on its way. The link works for 24 hours. ",
    "If nothing comes, look into the spam folder.");
