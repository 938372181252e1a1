// A refusal of a request.

export class Refusal extends Error {
    /**
     * @param {number} status
     * @param {string} code
     * @param {string} detail
     * @param {{ retryAfter?: number, more?: Record<string, unknown> }} [rest]
     */
    constructor(status, code, detail, { retryAfter, more } = {}) {
        super(detail);
        [this.status, this.code, this.retryAfter, this.more] = [status, code, retryAfter, more];
    }
}

/** @param {string} field @param {string} message */
export const invalid = (field, message) => new Refusal(422, "invalid", "The request isn't valid.", { more: { errors: [{ field, code: "invalid", message }] } });
export const notFound = () => new Refusal(404, "not_found", "There is no such thing, or you may not see it.");

/**
 * A text that somebody sent.
 * @param {any} value
 * @param {string} field
 * @param {number} most the number of characters.
 * @returns {string}
 */
export function text(value, field, most) {
    if (typeof value !== "string" || value.trim() === "") throw invalid(field, "must not be empty");
    const trimmed = value.trim();
    if ([...trimmed].length > most) throw invalid(field, `must have at most ${most} characters`);
    return trimmed;
}
