// A community's picture while nobody is signed in. An image can't send the header that names the community then.
import { call } from "../../client.js";
import { el, fill } from "../../dom.js";

/**
 * Shows a community's picture in its sign, and its light behind the words around that.
 * @param {HTMLElement} sign
 * @param {string} slug
 * @returns {Promise<void>} rejects if there is no picture.
 */
export async function showPicture(sign, slug) {
    const picture = await call("showTenantPicture", { tenant: slug });
    fill(sign, image(picture));
    const head = sign.closest(".enter-head");
    if (head && !head.querySelector(".enter-glow")) {
        head.prepend(el("div", { class: "enter-glow", "aria-hidden": "true" }, image(picture)));
    }
}

/** @param {Blob} picture */
function image(picture) {
    const made = el("img", { alt: "", width: 56, height: 56, src: URL.createObjectURL(picture) });
    made.addEventListener("load", () => URL.revokeObjectURL(made.src), { once: true });
    return made;
}
