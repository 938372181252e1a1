// What stands above every page because it concerns the person. It is loaded once there is something.
import { el, fill } from "../../dom.js";
import { showPasswordLink } from "./password-link.js";
import { showWarnings } from "./warnings.js";

const [link, warnings] = [el("div", {}), el("div", {})];

/**
 * Shows what concerns the person above every page: warnings, and a link to a new password.
 * @param {HTMLElement} node
 * @param {Wire.Me | undefined} me
 */
export function showOwnNotices(node, me) {
    if (!node.contains(link)) fill(node, link, warnings);
    showPasswordLink(link, me?.passwordLink);
    showWarnings(warnings, me?.warnings ?? []);
}
