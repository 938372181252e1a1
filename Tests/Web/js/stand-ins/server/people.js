// People, sessions and what people send to those who run the community (docs/rules/people.md, invites.md, moderation.md).

import { invalid, notFound, Refusal, text } from "./refusal.js";
import { join, userStub } from "./rooms.js";

/** @typedef {import("./server.js").Handler} Handler */
/** @typedef {import("./server.js").Person} Person */
/** @typedef {import("./server.js").Server} Server */

/** @param {Person} person */
export const stub = ({ id, username, identityColor }) => ({ id, username, identityColor });
/** @param {Person} person */
export const shownMe = ({ id, username, identityColor, role, createdAt, email, hasPassword, givenName, familyName }) => ({
    id, username, identityColor, role, createdAt, email, hasPassword, ...(givenName && { givenName }),
    ...(familyName && { familyName }),
});

/**
 * @param {Server} server
 * @param {string} username
 * @param {string} [role]
 * @returns {Person}
 */
export function addPerson(server, username, role = "member") {
    const person = {
        id: server.newID(), username, identityColor: "#d1495b", role, createdAt: server.time(), email: `${username}@example.org`,
        hasPassword: true,
    };
    server.people.set(person.id, person);
    return person;
}

/** Begins a session without a request. @param {Server} server @param {Person} person */
export function begin(server, { id }) {
    const token = `session-${server.newID()}`;
    server.sessions.set(token, id);
    return token;
}

/**
 * The stored thing with an id that the client chose, if it is the same; refuses if it is another one.
 * @template {{ id: string, by: string, request: string }} T
 * @param {T[]} things
 * @param {string | undefined} id
 * @param {string} userID
 * @param {unknown} request
 */
export function repeated(things, id, userID, request) {
    const found = things.find(thing => thing.id === id);
    if (
        found && (found.by !== userID || found.request !== JSON.stringify(request))
    ) throw new Refusal(409, "id_taken", "This id is taken.");
    return found;
}

/** Begins a session, and answers as a log-in. @param {Server} server @param {Person} person */
export function signedIn(server, person) {
    const token = begin(server, person);
    const now = server.time();
    const session = {
        id: server.newID(), source: "login", createdAt: now, lastUsedAt: now,
        expiresAt: server.time(server.clock.time + 90 * 86_400_000), current: true,
    };
    return { status: 201, body: { session, user: shownMe(person) }, cookie: token };
}

/** @param {Server} server @param {Person} person @param {string} password */
export const isPassword = (server, { id, username, hasPassword }, password) =>
    hasPassword && password === (server.passwords.get(id) ?? `${username}-password`);

/**
 * Refuses unless the person shows in the request that it's them, or has confirmed it.
 * @param {Server} server
 * @param {{ me: Person, session: string, body?: any }} call
 */
export function ensureConfirmed(server, { me, session, body }) {
    if (body?.currentPassword !== undefined && body.currentPassword !== null) {
        if (!isPassword(server, me, body.currentPassword)) throw new Refusal(403, "wrong_password", "This isn't your password.");
    } else if ((server.confirmed.get(session) ?? 0) <= server.clock.time) {
        throw new Refusal(403, "confirm_first", "Confirm first that it's you.");
    }
}

/** Answers a request that ended its session (rule 16.7). @param {Record<string, string>} headers */
function signedOut(headers) {
    const keeps = headers["davenport-storage"] === "keep";
    return { status: 204, cookie: null, ...(!keeps && { headers: { "Clear-Site-Data": '"storage"' } }) };
}

/** Whose password a link sets. @param {Server} server @param {string} code */
function linked(server, code) {
    const person = server.people.get(server.passwordLinks.get(code) ?? "");
    if (!person) throw new Refusal(404, "link_invalid", "This link is wrong, used or over.");
    return person;
}

/** @param {any} value @returns {any} without fields that are missing. */
export const compact = value => JSON.parse(JSON.stringify(value));

/** Adds a report of a person, as those who decide read it. @param {Server} server @param {import("./server.js").Person} person */
export function addReport(server, person) {
    const [createdAt, actBy] = [server.time(), server.time(server.clock.time + 86_400_000)];
    const report = {
        id: server.newID(), person: stub(person), reason: "spam", evidence: { username: person.username, comments: [] },
        createdAt,
        actBy, overdue: false, state: "open", others: [], earlier: { reports: 0, upheld: 0 }, notes: [],
        resolution: /** @type {any} */ (undefined),
    };
    server.reports.set(report.id, report);
    return report;
}

/**
 * Those of some rooms that somebody is in, each once (rule 3.13).
 * @param {Server} server
 * @param {string} userID
 * @param {readonly string[] | null | undefined} ids
 */
function invitedRooms(server, userID, ids) {
    return [...new Set(ids ?? [])].flatMap(id => {
        const room = server.rooms.get(id);
        return room?.members.has(userID) ? [{ id, title: room.title }] : [];
    });
}

/** The rooms that an invite leads into now. @param {Server} server @param {any} invite */
const joinable = (server, { by, rooms }) => invitedRooms(server, by, rooms.map((/** @type {any} */ { id }) => id));

/** Whether an invite can still be redeemed. @param {Server} server @param {any} invite */
const holds = (server, { redemptions, maxUses, expiresAt }) =>
    redemptions.length < maxUses && Date.parse(expiresAt) > server.clock.time;

/** The invite that has a code. @param {Server} server @param {string} code */
export function redeemable(server, code) {
    const invite = server.sent.invites.find(one => one.code === code);
    if (!invite || !holds(server, invite)) throw new Refusal(422, "invite_invalid", "This invite can't be used.");
    return invite;
}

/**
 * Redeems an invite for somebody who signs up: they are in its rooms then.
 * @param {Server} server
 * @param {any} invite
 * @param {Person} person
 */
export function redeem(server, invite, person) {
    invite.redemptions.push({ user: stub(person), redeemedAt: server.time() });
    for (const { id } of joinable(server, invite)) join(server, /** @type {any} */ (server.rooms.get(id)), person.id);
}

/** The community, as everybody sees it. @param {Server} server */
const tenant = ({ description, features, webPushKey }) => compact({
    name: "The Sofa", slug: "sofa", features, signup: "invite", signupRoles: ["member"], catalogue: false, fetchesSubtitles: false,
    webPushKey, passwordLinks: "admins", email: true, description, identityColor: "#2a6fdb",
});

/** @type {Record<string, Handler>} */
export const people = {
    showTenant: server => ({ status: 200, body: tenant(server) }),
    changeTenant(server, { me, body }) {
        if (me.role !== "owner") throw new Refusal(403, "forbidden", "Owners may do this.");
        if ("description" in body) server.description = body.description ?? undefined;
        return { status: 200, body: tenant(server) };
    },
    showTenantCounts(server, { me }) {
        if (!["admin", "owner"].includes(me.role)) throw new Refusal(403, "forbidden", "Admins and owners may do this.");
        return { status: 200, body: {
            openReports: [...server.reports.values()].filter(one => !one.resolution).length,
            openInvites: server.sent.invites.filter(invite => holds(server, invite)).length,
            newFeedback: server.sent.feedback.length,
        } };
    },
    registerWebPush(server, { session, body }) {
        server.subscriptions.set(session, body);
        return { status: 200, body: { token: body.endpoint, kind: "web", name: body.name, registeredAt: server.time() } };
    },
    unregisterWebPush(server, { session }) {
        server.subscriptions.delete(session);
        return { status: 204 };
    },
    logIn(server, { headers }) {
        const [email, password] = atob((headers.authorization ?? "").slice("Basic ".length)).split(":");
        const person = [...server.people.values()].find(one => one.email === email);
        if (!person || !isPassword(server, person, password)) {
            throw new Refusal(401, "invalid_credentials", "The address or the password is wrong.");
        }
        return signedIn(server, person);
    },
    requestPasswordLink: () => ({ status: 202 }),
    requestEmailVerification: () => ({ status: 202 }),
    verifyEmail(server, { body }) {
        const { username, email } = linked(server, body.code);
        return { status: 200, body: { tenant: { name: "The Sofa", slug: "sofa" }, username, email } };
    },
    stopMails: () => ({ status: 204 }),
    lookUpPasswordLink(server, { body }) {
        const { username } = linked(server, body.code);
        return { status: 200, body: { tenant: { name: "The Sofa", slug: "sofa" }, username } };
    },
    usePasswordLink(server, { body }) {
        const person = linked(server, body.code);
        if (body.password.length < 8) throw invalid("password", "must have at least 8 characters");
        server.passwordLinks.delete(body.code);
        server.passwords.set(person.id, body.password);
        person.hasPassword = true;
        server.endSessions(person.id);
        return signedIn(server, person);
    },
    endCurrentSession(server, { session, headers }) {
        server.endSession(session);
        return signedOut(headers);
    },
    deleteAccount(server, { me, session, body, headers }) {
        ensureConfirmed(server, { me, session, body });
        server.endSessions(me.id);
        server.people.delete(me.id);
        return signedOut(headers);
    },
    showMe: (_, { me }) => ({ status: 200, body: shownMe(me) }),
    changeMe(server, { me, body }) {
        for (const name of /** @type {const} */ (["givenName", "familyName"])) {
            if (body[name] === null) delete me[name];
            else if (body[name] !== undefined) me[name] = text(body[name], name, 100);
        }
        server.note([me.id], { kind: "documents", id: "me" });
        return { status: 200, body: shownMe(me) };
    },
    showUser(server, { path }) {
        const person = server.people.get(path.userID);
        if (!person) throw notFound();
        return { status: 200, body: { ...stub(person), role: person.role, createdAt: person.createdAt } };
    },
    showReport(server, { me, path }) {
        if (me.role !== "admin" && me.role !== "owner") throw new Refusal(403, "forbidden", "You may not do this.");
        const report = server.reports.get(path.reportID);
        if (!report) throw notFound();
        return { status: 200, body: compact(report) };
    },
    listBots(server, { me }) {
        if (me.role !== "admin" && me.role !== "owner") throw new Refusal(403, "forbidden", "You may not do this.");
        return { status: 200, body: { items: server.bots.map(bot => ({ user: { ...stub(bot), bot: true } })) } };
    },
    listPeople: (server, { me }) => ({
        status: 200, body: { items: [...server.people.values()].filter(person => person.id !== me.id).map(person => compact({
            ...stub(person), role: person.role, createdAt: person.createdAt, givenName: person.givenName, familyName: person.familyName,
        })) },
    }),
    listFriends: () => ({ status: 200, body: { friends: [], incoming: [], outgoing: [] } }),
    listBlocks: () => ({ status: 200, body: { items: [] } }),
    showMutes: (server, { me }) => ({ status: 200, body: server.mutesOf(me) }),
    showNotificationPreferences: () => ({ status: 200, body: { muted: [], mutedRooms: [] } }),
    createFeedback(server, { me, body }) {
        const before = repeated(server.sent.feedback, body.id, me.id, body);
        const stored = before ?? {
            id: server.chosen(body.id), by: me.id, request: JSON.stringify(body), text: text(body.text, "text", 4000),
            createdAt: server.time(),
        };
        if (!before) server.sent.feedback.push(stored);
        return {
            status: before ? 200 : 201,
            body: { id: stored.id, author: stub(me), text: stored.text, state: "created", createdAt: stored.createdAt },
        };
    },
    createReport(server, { me, body }) {
        if (body.roomID && !server.rooms.get(body.roomID)?.members.has(me.id)) throw notFound();
        const before = repeated(server.sent.reports, body.id, me.id, body);
        const note = body.note === undefined || body.note === null ? undefined : text(body.note, "note", 1000);
        const stored = before ?? {
            id: server.chosen(body.id), by: me.id, request: JSON.stringify(body), note, createdAt: server.time(),
        };
        if (!before) server.sent.reports.push(stored);
        return { status: before ? 200 : 201, body: { id: stored.id, createdAt: stored.createdAt } };
    },
    createInvite(server, { me, body }) {
        if (body.maxUses !== undefined && !(body.maxUses >= 1)) throw invalid("maxUses", "must be at least 1");
        const stored = {
            id: server.newID(), role: body.role ?? "member", maxUses: body.maxUses ?? 1, expiresAt: server.time(
                server.clock.time + 14 * 86_400_000
            ),
            note: body.note ?? undefined, createdAt: server.time(), redemptions: [],
            rooms: invitedRooms(server, me.id, body.roomIDs),
            codeKept: true,
        };
        if (stored.rooms.length !== new Set(body.roomIDs ?? []).size) {
            throw invalid("roomIDs", "must only contain rooms that you are in");
        }
        const code = `CODE-${stored.id.slice(-4)}`;
        server.sent.invites.push({ ...stored, by: me.id, code });
        return { status: 201, body: { invite: compact(stored), code } };
    },
    listInvites: (server, { me }) => ({
        status: 200, body: {
            items: compact(server.sent.invites.filter(({ by }) => by === me.id).map(({ by, code, ...invite }) => ({
                ...invite, rooms: joinable(server, { by, ...invite }),
            }))),
        },
    }),
    showInviteCode(server, { me, path }) {
        const invite = server.sent.invites.find(one => one.id === path.inviteID && one.by === me.id);
        if (!invite || !holds(server, invite)) throw notFound();
        return { status: 200, body: { code: invite.code } };
    },
    lookUpInvite(server, { body }) {
        const invite = redeemable(server, body.code);
        return {
            status: 200, body: {
                tenant: { name: "The Sofa", slug: "sofa" }, inviter: userStub(server, invite.by), role: invite.role,
                expiresAt: invite.expiresAt, rooms: joinable(server, invite),
            },
        };
    },
};
