// Goes back to the page that led here.
import { go } from "../../routes.js";

/**
 * Goes back in the history if the previous entry has this address; otherwise navigates to it.
 * @param {string} address
 */
export function goBackTo(address) {
    if (history.state?.from === address) history.back();
    else go(address);
}
