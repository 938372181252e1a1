// The browser's passkeys, as the library needs them (davenport/platform.d.ts).

import { creationOptions, credentialJSON, requestOptions } from "./passkey-json.js";

/** @type {import("../davenport/platform.js").PasskeyPlatform} */
export const browserPasskeys = {
    create: (options, signal) => credential(() => navigator.credentials.create({ publicKey: creationOptions(options), signal })),
    get(options, { signal, isConditional }) {
        const mediation = /** @type {any} */ (isConditional ? "conditional" : "optional");
        return credential(() => navigator.credentials.get({ publicKey: requestOptions(options), signal, mediation }));
    },
    // TypeScript 4.8 doesn't know it.
    offers: async () => await /** @type {any} */ (PublicKeyCredential).isConditionalMediationAvailable?.() ?? false,
};

/**
 * @param {() => Promise<Credential | null>} ask
 * @returns {Promise<any>} the credential as JSON, or why there is none.
 */
async function credential(ask) {
    try {
        const found = await ask();
        return found ? credentialJSON(found) : "cancelled";
    } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        // A browser says the same of a dialog that was closed and of a device without passkeys, so that pages learn nothing.
        if (error.name === "NotAllowedError" || error.name === "AbortError") return "cancelled";
        return error.name === "InvalidStateError" ? "exists" : "unusable";
    }
}
