// A poster, or a tile with initials where there is none.
import { el } from "../../dom.js";
import { webAddress } from "../controls/text.js";

/**
 * @param {string} title
 * @param {string} [address]
 */
export function poster(title, address) {
    const tile = el("span", { class: "poster", "aria-hidden": "true" });
    const letters = title.split(/\s+/u).filter(Boolean).slice(0, 2).map((word) => Array.from(word)[0] ?? "").join("");
    tile.append(letters.toLocaleUpperCase("en"));
    const picture = address && webAddress(address);
    if (picture) {
        const image = el("img", { alt: "", loading: "lazy", decoding: "async", src: picture });
        image.addEventListener("error", () => image.remove(), { once: true });
        tile.append(image);
    }
    return tile;
}
