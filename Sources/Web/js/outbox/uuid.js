/**
 * A new UUID of version 7, which begins with its time, so that ids sort in the order of creation.
 * @param {number} now in milliseconds.
 */
export function uuid(now) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    for (let place = 0; place < 6; place++) bytes[place] = Math.floor(now / 2 ** (40 - 8 * place)) % 256;
    bytes[6] = 0x70 | (bytes[6] & 0x0F);
    bytes[8] = 0x80 | (bytes[8] & 0x3F);
    const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
