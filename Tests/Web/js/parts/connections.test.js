// Addresses for calendars and players, what the standing of bots and sessions is called, and the sending of a history.
import { press, settle } from "./page.js";
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { deflateRawSync } from "node:zlib";

const { davenport, Problem, session, signing } = await import("../../../../Sources/Web/js/client.js");
const { deadlines, webcal } = await import("../../../../Sources/Web/js/parts/connections/calendar.js");
const { addressOfNewKey, reasonOf } = await import("../../../../Sources/Web/js/parts/connections/keys.js");
const { otherPrograms } = await import("../../../../Sources/Web/js/parts/connections/other-programs.js");
const { guides } = await import("../../../../Sources/Web/js/parts/connections/player-guides.js");
const { results, keyWords } = await import("../../../../Sources/Web/js/parts/connections/players.js");
const { emptyWords } = await import("../../../../Sources/Web/js/parts/connections/history.js");
const { outcomeWords, progressPart, thingWords } = await import("../../../../Sources/Web/js/parts/connections/history-progress.js");
const { HistoryRun, reasons } = await import("../../../../Sources/Web/js/parts/connections/history-run.js");
const { filesOf, NoZip } = await import("../../../../Sources/Web/js/parts/connections/unzip.js");
const { webhookStanding } = await import("../../../../Sources/Web/js/parts/admin/bots.js");
const { Founding, slugFault, suggestedSlug } = await import("../../../../Sources/Web/js/parts/account/founding.js");
const { kinds } = await import("../../../../Sources/Web/js/parts/account/notifications.js");
const { sessionsByPlace, spanWords } = await import("../../../../Sources/Web/js/parts/account/sessions.js");

const { schemas } = JSON.parse(fs.readFileSync(new URL("../../../../docs/openapi.json", import.meta.url), "utf8")).components;
/** @param {any[]} parts @returns {string} */
const text = parts => parts.flat().map(part => typeof part === "object" && part ? part.textContent : part || "").join("");

/** Answers calls in the server's place, and gives what was sent. @param {(operation: string, options: any) => any} answer */
function answering(answer) {
    /** @type {any[]} */
    const sent = [];
    Object.assign(davenport.connection, { call: async (/** @type {string} */ operation, /** @type {any} */ options) => {
        sent.push(options?.body);
        return answer(operation, options);
    } });
    return sent;
}
const lost = () => { throw Problem.offline(); };
/** @param {string} code @param {object} [more] */
const refused = (code, more = {}) => { throw Object.assign(new Error(code), { code, status: 422, faults: {}, ...more }); };

// Shows rule 16.38.
test("The settings have the pages of other programs for which the community has a feature", () => {
    const shown = (/** @type {string[]} */ ...features) => {
        Object.assign(session, { keptTenant: () => ({ features }) });
        return otherPrograms().map(({ section }) => section);
    };
    assert.deepEqual(shown("watch", "class", "play"), ["calendar", "players", "history"]);
    assert.deepEqual(shown("watch"), ["calendar", "players", "history"]);
    assert.deepEqual(shown("class"), ["calendar"]);
    assert.deepEqual(shown("play"), []);
});

// Shows rule 16.38.
test("A new address is the whole one; a lost answer says that there may be an address more, and the eleventh is refused", async () => {
    answering(() => ({ key: {}, url: "/v1/calendar/davenport_key_X.ics" }));
    assert.equal(await addressOfNewKey({ purpose: "calendar" }), "https://sofa.example.org/v1/calendar/davenport_key_X.ics");
    let looks = 0;
    const said = (/** @type {any} */ problem) => reasonOf(problem, () => { looks += 1; });
    assert.match(said(Problem.offline()) ?? "", /there may be an address more/);
    assert.equal(looks, 1);
    assert.match(said({ code: "limit_reached" }) ?? "", /ten addresses/);
    assert.equal(said({ code: "invalid" }), undefined);
    assert.equal(looks, 1);
});

// Shows rule 16.39.
test("A calendar's address opens under the scheme of the device's own calendar", () => {
    assert.equal(webcal("https://sofa.example.org/v1/calendar/K.ics"), "webcal://sofa.example.org/v1/calendar/K.ics");
    assert.equal(webcal("http://localhost:8080/v1/calendar/K.ics"), "webcal://localhost:8080/v1/calendar/K.ics");
});

// Shows rule 16.39.
test("The picture of a calendar has the next three deadlines of what is still to be handed in", () => {
    const now = Date.parse("2026-03-01T20:00:00Z");
    const one = (/** @type {string} */ title, /** @type {number} */ day, more = {}) =>
        /** @type {any} */ ({ dueAt: new Date(now + day * 86_400_000).toISOString(), state: "todo", closed: false, task: { title }, ...more });
    const all = [one("d", 4), one("a", 1), one("past", -1), one("b", 2, { state: "returned" }), one("done", 1, { state: "done" }),
        one("c", 3, { state: "inProgress" }), one("closed", 1, { closed: true }), one("none", 1, { dueAt: undefined })];
    assert.deepEqual(deadlines(all, now).map(({ task }) => task.title), ["a", "b", "c"]);
});

// Shows rule 16.40.
test("Each player has its steps, and each result of an event its words", () => {
    assert.deepEqual(Object.keys(guides), ["plex", "jellyfin", "emby"]);
    for (const { account, name, needs, steps } of Object.values(guides)) {
        assert.ok(needs.startsWith(name) && account.endsWith(".") && steps.length > 2);
        assert.ok(steps.some(step => step.includes("paste the address")), name);
    }
    const events = schemas.AccessKeyResult["x-extensible-enum"].filter((/** @type {string} */ one) => one !== "served");
    assert.deepEqual(Object.keys(results).sort(), events.sort());
    const key = { id: "k", purpose: "player", account: "ada", createdAt: "2026-03-01T20:00:00.000Z" };
    assert.match(text(keyWords(key)), /^ada · made on 1 Mar.*Nothing has come from it yet\.$/);
    assert.match(text(keyWords({ ...key, lastUsedAt: key.createdAt, lastResult: "other_account" })), /somebody else’s account/);
    assert.match(text(keyWords({ ...key, lastUsedAt: key.createdAt, lastResult: "of_a_later_version" })), /something came\.$/);
});

// Shows rule 16.41.
test("A bot's webhook is on, tried again or off, with why its last message wasn't taken", () => {
    const said = (/** @type {object} */ bot) => Object.values(webhookStanding(/** @type {any} */ (bot))).slice(1).join(": ");
    const hook = { webhookURL: "https://bots.example.org/", webhookError: "status 503" };
    assert.equal(said({}), "No webhook: Its program asks for changes by itself.");
    assert.equal(said({ webhookURL: hook.webhookURL, webhookState: "active" }), "Webhook on: The last message was taken, or none was due yet.");
    assert.match(said({ ...hook, webhookState: "retrying" }), /wasn’t taken \(status 503\)\. It is sent again\.$/);
    assert.match(said({ ...hook, webhookState: "off" }), /given up \(status 503\)\. Save/);
});

const things = (/** @type {number} */ count) => Array.from({ length: count }, (_, episode) =>
    ({ name: "Severance", item: { tvdbID: 1, season: 1, episode, watchedAt: "2024-01-01T20:00:00.000Z" } }));

// Shows rule 16.42.
test("A history is sent part by part; after a failure or a stop the part that wasn't taken is sent again, and no other one", async () => {
    let fails = true;
    const sent = answering((_, { body }) => {
        if (body.items[0].episode === 200 && fails) return lost();
        return { made: body.items.length - 1, known: 0, unknown: [{ index: 1, code: "unknown_subject" }] };
    });
    const run = new HistoryRun(things(450));
    let shown = 0;
    await assert.rejects(run.go(() => { shown += 1; }), { code: "offline" });
    assert.deepEqual([run.sent, run.isDone, shown], [200, false, 1]);
    fails = false;
    const going = run.go(() => { run.isStopped = true; });
    // Another press while a part is on its way sends nothing twice.
    assert.equal(run.go(() => {}), going);
    await going;
    assert.deepEqual([run.sent, run.isDone], [400, false]);
    await run.go(() => {});
    assert.deepEqual([run.sent, run.isDone, run.made, sent.length], [450, true, 447, 4]);
    assert.deepEqual(run.without.get("unknown_subject")?.map(({ item }) => item.episode), [1, 201, 401]);
});

// Shows rule 16.42.
test("What doesn't fit in a day any more goes on where it was, when somebody asks for it", async () => {
    const sent = answering(() => sent.length === 2 ? refused("too_many_requests", { status: 429, retryAfter: 86_400 })
        : { made: 1, known: 0, unknown: [] });
    const run = new HistoryRun(things(250));
    const { begin, node } = progressPart(run, { signal: new AbortController().signal, done: () => {} });
    begin();
    await settle();
    assert.match(node.textContent ?? "", /200 of 250.*go on tomorrow\./);
    assert.equal(sent.length, 2);
    press(node, "Go on");
    await settle();
    assert.deepEqual([run.sent, sent.length], [250, 3]);
});

// Shows rule 16.42.
test("What the server made nothing of has its reason, and what may work later can be tried again", async () => {
    assert.deepEqual(Object.keys(reasons).sort(), schemas.UnknownItemCode["x-extensible-enum"].sort());
    const codes = [...Object.keys(reasons), "of_a_later_version"];
    answering(() => ({ made: 0, known: 0, unknown: codes.map((code, index) => ({ code, index })) }));
    const run = new HistoryRun(things(codes.length));
    await run.go(() => {});
    const again = run.toTryAgain.map(({ item }) => codes[item.episode ?? 0]).sort();
    assert.deepEqual(again, ["catalogue_unavailable", "limit_reached", "link_too_early", "too_many_requests"]);
});

// Shows rule 16.42.
test("What came of a history, and why files hold none, is said in a sentence", () => {
    assert.equal(outcomeWords({ made: 1, known: 0 }), "1 room was made.");
    assert.equal(outcomeWords({ made: 1200, known: 2 }), "1,200 rooms were made. Of 2 titles you had one already.");
    assert.equal(outcomeWords({ made: 0, known: 1 }), "No room was made. Of 1 title you had one already.");
    assert.match(emptyWords({ read: [], leftOut: [] }), /^None of these files/);
    assert.match(emptyWords({ read: ["a"], leftOut: [] }), /nothing in these files yet/);
    assert.match(emptyWords({ read: ["a"], leftOut: [{ file: "a", line: 1, entry: 1, reason: "" }] }), /no play has both/);
    const watchedAt = "2024-01-01T20:00:00.000Z";
    assert.equal(text(thingWords({ name: "Heat", item: { title: "Heat", year: 1995, watchedAt } })), "Heat (1995)");
    assert.equal(text(thingWords({ name: "Severance", item: { subject: { kind: "tv", showID: 1, season: 0, episode: 4 }, watchedAt } })),
        "Severance S0E4");
    assert.equal(text(thingWords(things(1)[0])), "Severance S1E0");
});

/** A ZIP of files, whose second file isn't packed. @param {[name: string, text: string][]} files */
function zipOf(files, comment = "") {
    const local = [], list = [];
    let at = 0;
    for (const [index, [name, content]] of files.entries()) {
        const [bytes, label] = [Buffer.from(content), Buffer.from(name)];
        const data = index === 1 ? bytes : deflateRawSync(bytes);
        const head = Buffer.alloc(30), entry = Buffer.alloc(46);
        head.writeUInt32LE(0x04034B50, 0);
        head.writeUInt16LE(label.length, 26);
        entry.writeUInt32LE(0x02014B50, 0);
        entry.writeUInt16LE(index === 1 ? 0 : 8, 10);
        for (const [place, value] of [[20, data.length], [24, bytes.length], [42, at]]) entry.writeUInt32LE(value, place);
        entry.writeUInt16LE(label.length, 28);
        local.push(head, label, data);
        list.push(entry, label);
        at += head.length + label.length + data.length;
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054B50, 0);
    end.writeUInt16LE(files.length, 10);
    end.writeUInt32LE(at, 16);
    return new Uint8Array(Buffer.concat([...local, ...list, end, Buffer.from(comment)]));
}

// Shows rule 16.42.
test("A ZIP is unpacked, with folders and a comment, and what is none is refused", async () => {
    const files = /** @type {[string, string][]} */ ([["export/watched-history.json", "[".repeat(5000)], ["plain.csv", "a,b"], ["export/", ""]]);
    const found = filesOf(zipOf(files, "made by a service").buffer);
    assert.deepEqual(found.map(({ name }) => name), ["watched-history.json", "plain.csv"]);
    const texts = await Promise.all(found.map(async ({ bytes }) => new TextDecoder().decode(await bytes())));
    assert.deepEqual(texts, ["[".repeat(5000), "a,b"]);
    for (const bad of [new ArrayBuffer(0), new ArrayBuffer(100), new TextEncoder().encode("no ZIP".repeat(20)).buffer]) {
        assert.throws(() => filesOf(bad), NoZip);
    }
    const broken = zipOf(files);
    broken.fill(0xFF, 60, 66);
    await assert.rejects(filesOf(broken.buffer)[0].bytes(), NoZip);
    const short = zipOf(files);
    // The list says that the first file has a byte more than it has.
    const place = short.findIndex((_, at) => at > 40 && short[at] === 0x50 && short[at + 1] === 0x4B && short[at + 2] === 1);
    short[place + 24] += 1;
    await assert.rejects(filesOf(short.buffer)[0].bytes(), NoZip);
});

// Shows rule 16.43.
test("A community's short name follows from its name, and is checked before it is sent", () => {
    for (const [name, slug] of [["The Loft", "the-loft"], ["  Ünder  the Straße! ", "under-the-strasse"], ["ليلى", ""], ["X", ""],
        ["a".repeat(60), "a".repeat(40)], [`${"a".repeat(39)} b`, "a".repeat(39)]]) assert.equal(suggestedSlug(name), slug, name);
    for (const good of ["loft", "LOFT", "a-1"]) assert.equal(slugFault(good), undefined, good);
    for (const bad of ["x", "-ab", "ab-", "a--b", "a b", "löft"]) assert.ok(slugFault(bad), bad);
});

// Shows rule 16.43.
test("After a lost answer, another try signs in to the community that is there, and to nobody else's", async () => {
    /** @type {string[]} */
    const did = [];
    let canSignIn = true;
    Object.assign(signing, {
        chooseTenant: async (/** @type {string} */ slug) => { did.push(`choose ${slug}`); },
        signIn: async () => canSignIn ? did.push("sign in") : refused("invalid_credentials", { status: 401 }),
    });
    const body = { name: "The Loft", slug: "loft", email: "lou@example.org", password: "popcorn-and-sofa" };
    const taken = () => refused("invalid", { faults: { slug: "is taken" } });
    let answer = lost;
    const sent = answering(() => answer());
    const founding = new Founding();
    await assert.rejects(founding.go(body), { code: "offline" });
    answer = taken;
    // Another name was never lost.
    await assert.rejects(founding.go({ ...body, slug: "attic" }), { code: "invalid" });
    assert.deepEqual(did, []);
    canSignIn = false;
    await assert.rejects(founding.go(body), { code: "invalid" });
    canSignIn = true;
    await founding.go(body);
    assert.deepEqual(did, ["choose loft", "choose loft", "sign in"]);
    // What was made isn't made again where only the sign-in failed.
    answer = /** @type {any} */ (async () => ({}));
    canSignIn = false;
    const other = new Founding();
    await assert.rejects(other.go({ ...body, slug: "den" }), { code: "invalid_credentials" });
    canSignIn = true;
    const before = sent.length;
    await other.go({ ...body, slug: "den" });
    assert.equal(sent.length, before);
});

// Shows rule 16.44.
test("Sessions stand by place, the last used first, with how and when they began and until when they last", () => {
    const session = (/** @type {string} */ id, more = {}) => /** @type {any} */ ({ id, source: "login", createdAt: "2025-03-01T20:00:00.000Z",
        lastUsedAt: "2025-03-01T20:00:00.000Z", expiresAt: "2026-03-01T20:00:00.000Z", current: false, ...more });
    const { here, others } = sessionsByPlace([session("old"), session("this", { current: true }),
        session("new", { lastUsedAt: "2025-04-01T20:00:00.000Z" })]);
    assert.deepEqual([here.map(({ id }) => id), others.map(({ id }) => id)], [["this"], ["new", "old"]]);
    assert.match(spanWords(session("old")), /^Signed in Sat 1 Mar 2025, .* · ends 1 Mar.* at the latest$/);
    assert.match(spanWords(session("old", { source: "signup" })), /^Since you joined, Sat 1 Mar 2025/);
});

// Shows rule 16.45.
test("The settings name each kind of notification that can be muted, those of class and play with their features", () => {
    const muted = schemas.NewNotificationPreferences.properties.muted.items.enum;
    assert.deepEqual(kinds.map(([kind]) => kind).sort(), [...muted].sort());
    const features = { room: "watch", task: "class", challenge: "play", report: "admin" };
    for (const [kind, label, feature] of kinds) {
        assert.equal(feature, Reflect.get(features, kind.split(".")[0]), kind);
        assert.ok(label.length > 10, kind);
    }
});
