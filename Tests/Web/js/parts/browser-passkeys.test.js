// Options and credentials of WebAuthn as JSON: what a browser takes and gives, where it doesn't convert them itself.
import assert from "node:assert/strict";
import test from "node:test";
import { base64url, bytesOf } from "../../../../Sources/Web/js/client/base64url.js";
import {
    browserPasskeys, creationOptions, credentialJSON, requestOptions,
} from "../../../../Sources/Web/js/client/browser-passkeys.js";

/** @param {...number} bytes */
const buffer = (...bytes) => new Uint8Array(bytes).buffer;
/** @param {any} credentials @param {any} [known] what this browser has. */
function given(credentials, known = {}) {
    Object.defineProperty(globalThis, "navigator", { value: { credentials }, configurable: true });
    Object.assign(globalThis, { PublicKeyCredential: known });
}

test("Bytes are base64url without padding, and read back", () => {
    for (const [text, ...bytes] of /** @type {[string, ...number[]][]} */ ([
        [""], ["AA", 0], ["_w", 255], ["-_8", 251, 255], ["-_-_", 251, 255, 191], ["AQIDBA", 1, 2, 3, 4],
    ])) {
        assert.equal(base64url(buffer(...bytes)), text);
        assert.deepEqual([...bytesOf(text)], bytes);
    }
    const all = Array.from({ length: 70_000 }, (_, place) => place % 256);
    assert.deepEqual([...bytesOf(base64url(buffer(...all.slice(0, 60_000))))], all.slice(0, 60_000));
});

// Shows rule 16.18.
test("Options keep their names and values, with bytes where WebAuthn has them", () => {
    const known = { type: "public-key", id: "AQI" };
    const rp = { id: "sofa.example.org", name: "The Sofa" };
    const shared = { timeout: 300_000, rp, pubKeyCredParams: [{ type: "public-key", alg: -7 }] };
    const user = { name: "ada", displayName: "Ada" };
    assert.deepEqual(
        creationOptions({
            ...shared, challenge: "_w", user: { ...user, id: "AQ" }, excludeCredentials: [{ ...known, transports: ["usb"] }],
        }),
        { ...shared, challenge: new Uint8Array([255]), user: { ...user, id: new Uint8Array([1]) },
            excludeCredentials: [{ type: "public-key", id: new Uint8Array([1, 2]), transports: ["usb"] }] });
    const without = creationOptions({ challenge: "_w", user: { ...user, id: "AQ" }, excludeCredentials: null });
    assert.deepEqual(without.excludeCredentials, []);
    assert.deepEqual(
        requestOptions({ rpId: "sofa.example.org", challenge: "_w", allowCredentials: [{ ...known, transports: null }] }),
        {
            rpId: "sofa.example.org", challenge: new Uint8Array([255]),
            allowCredentials: [{ type: "public-key", id: new Uint8Array([1, 2]) }],
        });
    assert.deepEqual(requestOptions({ challenge: "_w" }).allowCredentials, []);
});

// Shows rule 16.18.
test("A browser that converts options and credentials does so itself", () => {
    given({}, { parseCreationOptionsFromJSON: (/** @type {any} */ json) => ({ creation: json }),
        parseRequestOptionsFromJSON: (/** @type {any} */ json) => ({ request: json }) });
    assert.deepEqual([creationOptions(1), requestOptions(2)], [{ creation: 1 }, { request: 2 }]);
    assert.equal(credentialJSON({ toJSON: () => "itself" }), "itself");
    given({});
});

/** What every credential has. */
const shared = { id: "AQI", rawId: buffer(1, 2), type: "public-key", getClientExtensionResults: () => ({}) };
const sharedJSON = { id: "AQI", rawId: "AQI", type: "public-key", clientExtensionResults: {} };

// Shows rule 16.18.
test("A new passkey as JSON has what the browser gives", () => {
    const response = {
        clientDataJSON: buffer(3), attestationObject: buffer(4), getAuthenticatorData: () => buffer(5),
        getTransports: () => ["internal"],
        getPublicKeyAlgorithm: () => -7, getPublicKey: () => buffer(6),
    };
    const json = {
        clientDataJSON: "Aw", attestationObject: "BA", authenticatorData: "BQ", transports: ["internal"], publicKeyAlgorithm: -7,
    };
    assert.deepEqual(credentialJSON({ ...shared, authenticatorAttachment: "platform", response }),
        { ...sharedJSON, authenticatorAttachment: "platform", response: { ...json, publicKey: "Bg" } });
    // A browser may not know the algorithm.
    assert.deepEqual(
        credentialJSON({ ...shared, authenticatorAttachment: null, response: { ...response, getPublicKey: () => null } }),
        { ...sharedJSON, response: json });
});

// Shows rule 16.18.
test("A signature as JSON has what the browser gives; not every device names the person", () => {
    const response = { clientDataJSON: buffer(3), authenticatorData: buffer(4), signature: buffer(5), userHandle: buffer(6) };
    const json = { clientDataJSON: "Aw", authenticatorData: "BA", signature: "BQ" };
    assert.deepEqual(credentialJSON({ ...shared, response }), { ...sharedJSON, response: { ...json, userHandle: "Bg" } });
    const anonymous = credentialJSON({ ...shared, response: { ...response, userHandle: null } });
    assert.deepEqual(anonymous, { ...sharedJSON, response: json });
});

// Shows rule 16.18.
test("The browser is asked with the signal, and says in a word why it gives nothing", async () => {
    /** @type {any[]} */
    const asked = [];
    /** @type {any} */
    let fault;
    const ask = async (/** @type {any} */ options) => {
        asked.push(options);
        if (fault) throw fault;
        return null;
    };
    given({ create: ask, get: ask });
    const { signal } = new AbortController();
    const options = { challenge: "_w", user: { id: "AQ" } };
    assert.equal(await browserPasskeys.create(options, signal), "cancelled");
    assert.equal(await browserPasskeys.get(options, { signal }), "cancelled");
    await browserPasskeys.get(options, { signal, isConditional: true });
    assert.ok(asked.every(one => one.signal === signal && one.publicKey.challenge[0] === 255));
    assert.deepEqual(asked.map(({ mediation }) => mediation), [undefined, "optional", "conditional"]);
    for (const [name, word] of [["NotAllowedError", "cancelled"], ["AbortError", "cancelled"], ["InvalidStateError", "exists"],
        ["SecurityError", "unusable"], ["NotSupportedError", "unusable"]]) {
        fault = new DOMException("", name);
        assert.equal(await browserPasskeys.create(options, signal), word, name);
    }
    // A fault of the page's own isn't hidden.
    fault = new TypeError();
    await assert.rejects(browserPasskeys.create(options, signal), TypeError);
});

test("Passkeys are offered at a field only where the browser says so", async () => {
    assert.equal(await browserPasskeys.offers(), false, "a browser that doesn't know the question");
    for (const answer of [true, false]) {
        given({}, { isConditionalMediationAvailable: async () => answer });
        assert.equal(await browserPasskeys.offers(), answer);
    }
});
