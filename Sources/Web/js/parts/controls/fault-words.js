// What is wrong with the fields of a form, in the reader's language, by the server's codes.
import { isKey, phrase } from "../../phrases.js";

/**
 * The faults of a problem's fields. One whose code this page doesn't know stays the server's sentence, which is English.
 * @param {import("../../types/app.js").Problem} problem
 */
export function inWords({ faults, faultCodes }) {
    return { faults: Object.fromEntries(Object.entries(faults).map(([name, message]) => {
        const [own, any] = [`fault.${name}.${faultCodes[name]}`, `fault.${faultCodes[name]}`];
        const number = Number(/\d[\d,]*/.exec(message)?.[0].replaceAll(",", "") ?? 0);
        return [name, isKey(own) ? phrase(own) : isKey(any) ? phrase(any, { number }) : message];
    })) };
}
