// The time by the server's clock, which never goes back.
import { replica } from "../../client.js";

/** By how much a clock may be off before it counts as set, in milliseconds. */
const adjustment = 30_000;

/**
 * The time by the server's clock. An answer that comes late makes that clock look late, and what was shown must not go again: the
 * earliest answer counts, until this device's clock is set.
 */
export function serverClock() {
    let skew = -Infinity;
    return () => {
        const found = replica.now() - Date.now();
        if (found > skew || found < skew - adjustment) skew = found;
        return Date.now() + skew;
    };
}
