// Passkeys: what they make, sign in and confirm. What a device signs is taken at its word; only the challenge counts.

import { invalid, notFound, Refusal } from "./refusal.js";
import { addPerson, compact, ensureConfirmed, isPassword, redeem, redeemable, signedIn } from "./people.js";

/** @typedef {import("./server.js").Handler} Handler */
/** @typedef {import("./server.js").Person} Person */
/** @typedef {import("./server.js").Server} Server */

/** How long a challenge works, and how long a confirmation holds, in milliseconds. */
const lifetime = 300_000;
const type = "public-key";

/** @param {Server} server */
function challenge(server) {
    const text = btoa(server.newID()).replaceAll("=", "");
    server.passkeyChallenges.set(text, server.clock.time + lifetime);
    return text;
}

/** @param {Server} server @param {{ id: string, name: string, displayName: string }} user @param {any[]} known */
function creation(server, user, known) {
    const publicKey = {
        challenge: challenge(server), rp: { id: "sofa.example.org", name: "The Sofa" }, user,
        pubKeyCredParams: [-7, -8, -257].map(alg => ({ type, alg })), timeout: lifetime, attestation: "none",
        excludeCredentials: known.map(({ credential }) => ({ type, id: credential })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "preferred" },
    };
    return { status: 201, body: { publicKey } };
}

/** @param {Server} server @param {any[]} known */
function question(server, known) {
    const allowCredentials = known.map(({ credential }) => ({ type, id: credential }));
    const publicKey = {
        challenge: challenge(server), timeout: lifetime, rpId: "sofa.example.org", userVerification: "preferred",
        allowCredentials,
    };
    return { status: 201, body: { publicKey } };
}

/** Whether a challenge is answered that works. It works once. @param {Server} server @param {any} credential */
function isAnswered(server, { response: { clientDataJSON } }) {
    const { challenge } = JSON.parse(atob(clientDataJSON.replaceAll("-", "+").replaceAll("_", "/")));
    const due = server.passkeyChallenges.get(challenge) ?? 0;
    server.passkeyChallenges.delete(challenge);
    return due > server.clock.time;
}

/** @param {Server} server @param {any} credential @param {string} userID */
function add(server, credential, userID) {
    if (!isAnswered(server, credential)) throw invalid("response.clientDataJSON", "answers no challenge");
    const made = {
        id: server.newID(), userID, credential: credential.id, name: "Phone", createdAt: server.time(), isBackedUp: true,
        lastUsedAt: /** @type {string | undefined} */ (undefined),
    };
    server.passkeys.set(credential.id, made);
    return made;
}

/** The passkey that has signed. @param {Server} server @param {any} credential */
function used(server, credential) {
    const found = server.passkeys.get(credential.id);
    if (!isAnswered(server, credential) || !found) return undefined;
    found.lastUsedAt = server.time();
    return found;
}

/** @param {any} passkey */
const shown = ({ userID, credential, ...passkey }) => compact(passkey);
/** @param {Server} server @param {Person} person */
const passkeysOf = (server, { id }) => [...server.passkeys.values()].filter(({ userID }) => userID === id);
/** @param {Person} person */
const named = ({ id, username }) => ({ id: btoa(id).replaceAll("=", ""), name: username, displayName: username });

/** @type {Record<string, Handler>} */
export const passkeys = {
    listPasskeys: (server, { me }) => ({ status: 200, body: { passkeys: passkeysOf(server, me).map(shown) } }),
    makePasskeyOptions(server, { me, session }) {
        ensureConfirmed(server, { me, session });
        return creation(server, named(me), passkeysOf(server, me));
    },
    addPasskey: (server, { me, body }) => ({ status: 201, body: shown(add(server, body, me.id)) }),
    removePasskey(server, { me, session, path }) {
        ensureConfirmed(server, { me, session });
        const own = passkeysOf(server, me);
        const found = own.find(({ id }) => id === path.passkeyID);
        if (!found) throw notFound();
        if (!me.hasPassword && own.length === 1) throw new Refusal(409, "last_passkey", "It is your only way to log in.");
        server.passkeys.delete(found.credential);
        return { status: 204 };
    },
    makePasskeyLogInOptions: server => question(server, []),
    logInWithPasskey(server, { body }) {
        const person = server.people.get(used(server, body.credential)?.userID ?? "");
        if (!person) throw new Refusal(401, "passkey_invalid", "The passkey can't log you in.");
        return signedIn(server, person);
    },
    makeConfirmationOptions: (server, { me }) => question(server, passkeysOf(server, me)),
    confirm(server, { me, session, body }) {
        if (body.credential) {
            if (used(server, body.credential)?.userID !== me.id) {
                throw new Refusal(403, "wrong_passkey", "This isn't your passkey.");
            }
        } else if (!isPassword(server, me, body.currentPassword)) {
            throw new Refusal(403, "wrong_password", "This isn't your password.");
        }
        server.confirmed.set(session, server.clock.time + lifetime);
        return { status: 204 };
    },
    makePasskeySignUpOptions(server, { body: { username, email } }) {
        const name = username ?? email;
        return creation(server, { id: btoa(server.newID()).replaceAll("=", ""), name, displayName: name }, []);
    },
    signUp(server, { body }) {
        if ([...server.people.values()].some(({ email }) => email === body.email)) {
            throw new Refusal(409, "email_taken", "This address has an account.");
        }
        const invite = body.invite && redeemable(server, body.invite);
        const person = addPerson(server, body.username ?? "new", invite?.role);
        Object.assign(person, { email: body.email, hasPassword: Boolean(body.password) });
        if (body.password) server.passwords.set(person.id, body.password);
        if (body.passkey) add(server, body.passkey, person.id);
        if (invite) redeem(server, invite, person);
        return signedIn(server, person);
    },
    changePassword(server, call) {
        const { me, body, session } = call;
        ensureConfirmed(server, call);
        me.hasPassword = true;
        server.passwords.set(me.id, body.newPassword);
        for (const [token, id] of [...server.sessions]) if (id === me.id && token !== session) server.endSession(token);
        server.note([me.id], { kind: "documents", id: "me" });
        return { status: 204 };
    },
};
