// Style sheets that not every page needs.
import { el } from "../../dom.js";

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Loads one, once.
 * @param {string} href
 */
export function styled(href) {
    const loading = sheets.get(href) ?? new Promise((resolve, reject) => {
        const link = el("link", { rel: "stylesheet", href, onload: () => resolve(), onerror: () => {
            sheets.delete(href);
            link.remove();
            reject(new Error(`${href} can’t be loaded.`));
        } });
        document.head.append(link);
    });
    sheets.set(href, loading);
    return loading;
}
