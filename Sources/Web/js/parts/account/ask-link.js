// What somebody does who has forgotten their password: they ask for a link by e-mail, or somebody who can help.
import { passwordLinks } from "../../client/password-links.js";
import { el } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { field, form, valueOf } from "../controls/form.js";

/**
 * A heading, the form that asks for a link where the community sends e-mails, and who makes such links.
 * @param {import("../../types/wire.js").TenantInfo} tenant
 * @param {string} address the e-mail address typed into the sign-in form.
 */
export function passwordHelp({ slug, name, contact, passwordLinks: makers, email }, address) {
    const heading = el("h2", {}, phrase("account.forgot.title"));
    heading.tabIndex = -1;
    return [heading, email && el("p", {}, phrase("account.forgot.mail")),
        email && askLinkForm(slug, address),
        el("p", { class: "small soft" }, phraseAround("account.forgot.ask", { mail: email ? "yes" : "no", who: makers ?? "admins",
            community: el("bdi", {}, name) }), ...reachable(contact))];
}

/**
 * Where to turn to about the community.
 * @param {string | undefined} contact an e-mail address or a URL
 */
export const reachable = (contact) => contact ? [" ", ...phraseAround("account.contact", {
    contact: el("a", { href: /^https?:/.test(contact) ? contact : `mailto:${contact}` }, el("bdi", {}, contact)) })] : [];

/**
 * Makes the form that sends a link to a new password to an address.
 * @param {string} slug the community.
 * @param {string} address the e-mail address typed into the sign-in form.
 */
function askLinkForm(slug, address) {
    const email = field(phrase("account.forgot.email"), { name: "email", type: "email", required: true, value: address,
        autocomplete: "username", autocapitalize: "none", spellcheck: false, lack: phrase("account.email.lack") });
    const node = form({
        fields: [email],
        action: phrase("account.forgot.send"),
        send: async () => {
            const asked = valueOf(email) ?? "";
            await passwordLinks.ask(asked, slug);
            const words = sent(asked);
            const done = el("div", {}, words,
                el("button", { class: "button button-small", onclick: () => done.replaceWith(node) },
                    phrase("account.forgot.another")));
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
    phraseAround("account.forgot.sent", { address: el("bdi", {}, address) }));
