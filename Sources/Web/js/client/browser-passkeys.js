// The browser's passkeys, as the library needs them (davenport/platform.d.ts). Its options and credentials are JSON (WebAuthn
// Level 3, section 5.1), which browsers from spring 2025 on convert themselves.

import { base64url, bytesOf } from "./base64url.js";

/** @typedef {{ id: string, type: "public-key", transports?: AuthenticatorTransport[] | null }} Descriptor */
/** @typedef {{ challenge: string, allowCredentials?: Descriptor[] | null }} RequestJSON */
/** @typedef {{ challenge: string, user: { id: string }, excludeCredentials?: Descriptor[] | null }} CreationJSON */

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

/** What the browser converts by itself, which TypeScript 4.8 doesn't know. */
const browser = () => /** @type {any} */ (globalThis).PublicKeyCredential;

/**
 * The options with which a browser makes a passkey.
 * @param {any} json
 * @returns {PublicKeyCredentialCreationOptions}
 */
export function creationOptions(json) {
    const found = browser()?.parseCreationOptionsFromJSON?.(json);
    if (found) return found;
    /** @type {CreationJSON} */
    const { challenge, user, excludeCredentials, ...rest } = json;
    return /** @type {any} */ ({
        ...rest, challenge: bytesOf(challenge), user: { ...user, id: bytesOf(user.id) },
        excludeCredentials: (excludeCredentials ?? []).map(descriptor),
    });
}

/**
 * The options with which a browser signs a challenge with a passkey.
 * @param {any} json
 * @returns {PublicKeyCredentialRequestOptions}
 */
export function requestOptions(json) {
    const found = browser()?.parseRequestOptionsFromJSON?.(json);
    if (found) return found;
    /** @type {RequestJSON} */
    const { challenge, allowCredentials, ...rest } = json;
    return { ...rest, challenge: bytesOf(challenge), allowCredentials: (allowCredentials ?? []).map(descriptor) };
}

/**
 * @param {Descriptor} json
 * @returns {PublicKeyCredentialDescriptor}
 */
function descriptor({ id, type, transports }) {
    return { id: bytesOf(id), type, ...(transports && { transports }) };
}

/**
 * A credential that a browser gives.
 * @param {any} credential
 * @returns {any}
 */
export function credentialJSON(credential) {
    if (typeof credential.toJSON === "function") return credential.toJSON();
    const { id, rawId, type, authenticatorAttachment, response } = credential;
    return {
        id, rawId: base64url(rawId), type, ...(authenticatorAttachment && { authenticatorAttachment }),
        clientExtensionResults: credential.getClientExtensionResults(),
        response: {
            clientDataJSON: base64url(response.clientDataJSON), ...(response.signature ? signed(response) : made(response)),
        },
    };
}

/** @param {any} response of a passkey that has signed. */
function signed({ authenticatorData, signature, userHandle }) {
    return {
        authenticatorData: base64url(authenticatorData), signature: base64url(signature),
        ...(userHandle && { userHandle: base64url(userHandle) }),
    };
}

/** @param {any} response of a new passkey. */
function made(response) {
    const publicKey = response.getPublicKey();
    return {
        attestationObject: base64url(response.attestationObject), authenticatorData: base64url(response.getAuthenticatorData()),
        transports: response.getTransports(), publicKeyAlgorithm: response.getPublicKeyAlgorithm(),
        ...(publicKey && { publicKey: base64url(publicKey) }),
    };
}
