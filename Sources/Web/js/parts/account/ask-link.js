// The form with which somebody who forgot their password asks for a link by e-mail.
import { passwordLinks } from "../../client/password-links.js";
import { el } from "../../dom.js";
import { field, form, valueOf } from "../controls/form.js";

/**
 * Makes the form that sends a link to a new password to an address.
 * @param {string} slug the community.
 * @param {string} address the e-mail address typed into the sign-in form.
 */
export function askLinkForm(slug, address) {
    const email = field("Your e-mail address", { name: "email", type: "email", required: true, value: address,
        autocomplete: "username", autocapitalize: "none", spellcheck: false });
    const node = form({
        fields: [email],
        action: "Send me a link",
        weight: "minor",
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
