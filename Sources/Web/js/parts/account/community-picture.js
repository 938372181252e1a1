// A community's picture while nobody is signed in. An image can't send the header that names the community then.
import { call } from "../../client.js";
import { el, fill } from "../../dom.js";

/**
 * Shows a community's picture in its sign.
 * @param {HTMLElement} sign
 * @param {string} slug
 * @returns {Promise<void>} rejects if there is no picture.
 */
export async function showPicture(sign, slug) {
    const picture = await call("showTenantPicture", { tenant: slug });
    const image = el("img", { alt: "", width: 56, height: 56, src: URL.createObjectURL(picture) });
    image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
    fill(sign, image);
}
