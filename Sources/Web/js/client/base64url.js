// Bytes as base64url without padding (RFC 4648), as push services and WebAuthn have them.

/**
 * The bytes of a text in base64url.
 * @param {string} text
 */
export function bytesOf(text) {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
}

/**
 * Bytes as a text in base64url.
 * @param {ArrayBuffer} bytes
 */
export function base64url(bytes) {
    const letters = Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte));
    return btoa(letters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
