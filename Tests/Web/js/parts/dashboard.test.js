// What the dashboard puts first: the room to go on with, and what is new from friends.
import "./page.js";
import assert from "node:assert/strict";
import test from "node:test";

const { replica, session } = await import("../../../../Sources/Web/js/client.js");
const { friendsText, wanted, wantedParts } = await import("../../../../Sources/Web/js/screens/watch.js");
const { answers } = await import("../../../../Sources/Web/js/client/answers.js");
const { Comments } = await import("../../../../Sources/Web/js/davenport/room.js");
/** What the copy has of what was written last, by room. @type {Map<string, any>} */
const unread = new Map();
Comments.prototype.unread = async (id) => unread.get(id);
const { readVoices } = await import("../../../../Sources/Web/js/parts/watch/voices.js");
const { actionText, lengths, othersOf, partOf, picturesOf, stageText, voices } = await import("../../../../Sources/Web/js/parts/watch/room-row.js");
const { groupParts } = await import("../../../../Sources/Web/js/parts/watch/groups.js");
const { readLengths, showSeason } = await import("../../../../Sources/Web/js/parts/watch/progress.js");
const { roomList } = await import("../../../../Sources/Web/js/parts/watch/room-list.js");
const { nextEpisodes } = await import("../../../../Sources/Web/js/parts/watch/next-episodes.js");

const evening = (/** @type {number} */ day) => `2026-03-0${day}T20:00:00.000Z`;

/**
 * A room of Ada's, with somebody who has watched it or hasn't.
 * @param {string} id
 * @param {string} attention
 * @param {{episode?: number, group?: string, day?: number, watchers?: string[], unreadCount?: number}} [more]
 */
function room(id, attention, { episode, group = id, day = 1, watchers = [], unreadCount = 0 } = {}) {
    const subject = episode ? { kind: "tv", showTitle: "Severance", season: 1, episode } : { kind: "custom", title: id };
    const members = ["ada", "bea", "cem"].map(name => ({
        user: { id: name, username: name, identityColor: "#2a6fdb" }, watchedAt: watchers.includes(name) ? evening(day) : undefined,
    }));
    return /** @type {any} */ ({ id, attention, group, subject, members, unreadCount, lastActivityAt: evening(day) });
}

/** What comes first of groups of these rooms, and then what is new. @param {...any[]} groups */
function order(...groups) {
    Object.assign(session, { current: () => ({ userID: "ada" }) });
    Object.assign(replica, { rooms: () => groups.flat(), person: (/** @type {any} */ one) => one });
    const { first, news } = wanted(groups.map(rooms => /** @type {any} */ ({ group: { id: rooms[0].group }, rooms })));
    return [first?.id, ...news.map(({ id }) => id)];
}

// Shows rule 16.28.
test("The room that one is in the middle of comes first, before what is new", () => {
    const begun = { ...room("begun", "watch", { day: 1 }), position: { seconds: 641, running: false, age: 180 } };
    const opened = { ...room("opened", "watch", { day: 9 }), position: { seconds: 0, running: false, age: 180 } };
    // Of what one has begun too, nothing is new.
    const also = { ...room("also", "watch", { watchers: ["bea"], day: 1 }), position: opened.position };
    assert.deepEqual(order([room("seen", "watch", { watchers: ["bea"], day: 5 })], [begun], [opened], [also],
        [room("written", "read", { day: 6 })]), ["begun", "written", "seen"]);
});

// Shows rule 16.28.
test("Otherwise what a friend has watched comes first. New is what friends have watched or written, the latest first", () => {
    assert.deepEqual(order(
        [room("quiet", "watch", { day: 9 })], [room("done", "discuss", { day: 8 })],
        [room("seen", "watch", { watchers: ["bea"], day: 2 }), room("written", "read", { day: 1, group: "seen" })],
        [room("older", "watch", { watchers: ["cem"], day: 3 })], [room("latest", "read", { day: 4 })],
    ), ["older", "latest", "seen", "written"]);
    assert.deepEqual(order(Array.from({ length: 7 }, (_, index) => room(`${index}`, "read", { group: "one" }))).length, 6);
});

// Shows rules 16.20 and 16.28.
test("Of a show the first episode that isn't watched is next, whichever episode others have watched", () => {
    const [third, fourth] = [room("third", "watch", { episode: 3, group: "show" }),
        room("fourth", "watch", { episode: 4, group: "show", watchers: ["bea", "cem"] })];
    assert.deepEqual(order([fourth, third]), ["third"]);
    assert.deepEqual(order([fourth, third], [room("quiet", "watch", { day: 9 })]), ["quiet"]);
    third.members[1].watchedAt = evening(1);
    assert.deepEqual(order([fourth, third], [room("quiet", "watch", { day: 9 })]), ["third"]);
});

// Shows rule 16.28.
test("Where nobody waits, one room that isn't watched comes first, and otherwise none", () => {
    assert.deepEqual(order([room("one", "watch", { day: 1 })], [room("other", "watch", { day: 2 })]), ["other"]);
    assert.deepEqual(order([room("done", "discuss")], [room("away", "wait")]), [undefined]);
    assert.deepEqual(order(), [undefined]);
});

// Shows rule 16.28.
test("What a room wants, and with which friends, is said in words", () => {
    const said = (/** @type {any} */ one) => [friendsText(one), ...wantedParts(one)].filter(part => typeof part === "string").join(" · ").replace(/[\u2068\u2069]/g, "");
    assert.equal(said(room("a", "read", { unreadCount: 1 })), "With bea and cem · 1 new comment");
    assert.equal(said(room("a", "read", { unreadCount: 12 })), "With bea and cem · 12 new comments");
    assert.equal(said(room("a", "watch", { watchers: ["bea"] })), "bea has watched");
    assert.equal(said(room("a", "watch", { watchers: ["bea", "cem"] })), "bea and cem have watched");
    assert.equal(said(room("a", "watch")), "Nobody has watched yet");
    assert.equal(said(room("a", "discuss")), "With bea and cem");
});

// Shows rule 16.28.
test("A room with something to read quotes who wrote last, what the copy lets through of it", async () => {
    const [read, other, watch] = [room("read", "read"), room("other", "read"), room("watch", "watch")];
    for (const { id } of [read, watch]) unread.set(id, { author: read.members[1].user, content: "that\nhallway!", seconds: 943 });
    const said = () => [read, other, watch].map(({ id }) => voices.get(id)?.text.replace(/[\u2068\u2069]/g, ""));
    let count = 0;
    const reading = () => readVoices([read, other, watch], () => { count += 1; });
    await reading();
    await reading();
    assert.deepEqual([said(), count], [["bea at 15:43: that hallway!", undefined, undefined], 1]);
    unread.clear();
    await reading();
    assert.deepEqual([said(), count], [[undefined, undefined, undefined], 2]);
});

// Shows rule 16.28.
test("Friends stand in the order of what they are called, without oneself", () => {
    const [ada, bea, cem] = room("a", "watch").members.map((/** @type {any} */ { user }) => user);
    assert.deepEqual(othersOf([cem, ada, bea]), [bea, cem]);
});

// Shows rule 16.28.
test("Each room asks for one thing at most: to watch, to go on or to read", () => {
    const first = room("first", "watch", { episode: 1, group: "show" });
    const rooms = [first, room("second", "watch", { episode: 2, group: "show" }), room("c", "read"), room("d", "wait"), room("e", "discuss")];
    Object.assign(replica, { rooms: () => rooms });
    assert.deepEqual(rooms.map(actionText), ["Watch", undefined, "Read", undefined, undefined]);
    first.position = { seconds: 641, running: false, age: 0 };
    assert.equal(actionText(first), "Go on");
    assert.deepEqual([stageText(first), partOf(first)], ["11 min in", 0]);
    lengths.set("first", 43);
    assert.deepEqual([stageText(first), partOf(first).toFixed(2)], ["11 of 43 min", "0.25"]);
    assert.equal(stageText(room("d", "watch")), false);
});

// Shows rule 16.28.
test("Below stand the other rooms: what can be watched next, and apart from it what is watched", () => {
    const [first, second, film, seen] = [room("first", "watch", { episode: 1, group: "show" }),
        room("second", "watch", { episode: 2, group: "show" }), room("film", "watch"), room("seen", "discuss")];
    Object.assign(replica, { rooms: () => [first, second, film, seen], person: (/** @type {any} */ one) => one });
    const group = { id: "show", kind: "tv", title: "Severance", members: [] };
    const films = { group: { id: "films", kind: "custom", members: [] }, rooms: [film, seen] };
    const sections = /** @type {any[]} */ ([{ group, rooms: [second, first] }, films]);
    /** @param {any[]} all @param {...any} above */
    const shown = (all, ...above) => {
        const { nodes, show } = groupParts();
        show(all, new Set(above), undefined);
        return nodes.map((node) => node.hidden ? "" : node.textContent.replace(/[\u2068\u2069]/g, ""));
    };
    const [next, watched] = shown(sections, first);
    assert.match(next, /^NextSSeverance.*E2Episode 2.*FfilmWith bea and cem Nobody has watched yet Watch$/);
    assert.match(watched, /^WatchedSseenWith bea and cem $/);
    // A show of which all stands above isn't there, unless its next episode can begin.
    assert.deepEqual(shown(sections, first, second, film, seen), ["", ""]);
    const withNext = { ...sections[0], nextEpisode: { season: 1, episode: 3, title: "the culprit" } };
    // What comes after an episode that isn't watched is no more than named, and brings no show back that stands above.
    assert.match(shown([withNext], first)[0], /Then S1 E3 $/);
    assert.deepEqual(shown([withNext], first, second), ["", ""]);
    const before = room("before", "discuss", { group: "show" });
    const [none, apart] = shown([{ ...withNext, rooms: [first, before] }], first);
    assert.equal(none, "");
    assert.match(apart, /^WatchedSSeverance/);
    assert.doesNotMatch(apart, /S1 E3/);
    first.attention = second.attention = "discuss";
    assert.match(shown([withNext], first, second)[0], /Start S1 E3 the culprit $/);
    // What is done is folded away below what comes next.
    const other = { ...withNext, group: { ...withNext.group, id: "other", title: "Dark" }, rooms: [before] };
    const [both] = shown([withNext, other], first, second);
    assert.match(both, /^NextSSeverance.*Start S1 E3.*DDark.*Start S1 E3 the culprit 1 earlier.*before$/);
});

// Shows rule 16.28.
test("A season says how many of its episodes are watched, and has a piece for each once they are known", async () => {
    const rooms = [1, 2, 4].map(episode => ({ ...room(`${episode}`, "watch", { episode, group: "show" }), watched: episode < 3 }));
    for (const { subject } of rooms) subject.showID = 95396;
    const section = /** @type {any} */ ({ group: { id: "show" }, rooms: [rooms[2]] });
    Object.assign(replica, { rooms: () => [...rooms, room("other", "watch", { episode: 9 })], dashboard: () => ({ sections: [section] }) });
    Object.assign(session, { keptTenant: () => ({ catalogue: true }) });
    const strip = document.createElement("div");
    const pieces = () => [...strip.children].map(piece => piece.hasAttribute("data-watched"));
    assert.deepEqual([showSeason(section, strip), pieces()], [" · 2 watched · 1 to go", []]);
    const asked = /** @type {any[]} */ ([]);
    Object.assign(answers, { read: async (/** @type {string} */ name, /** @type {any} */ { path }) => {
        asked.push([name, path]);
        return { answer: { episodes: [1, 2, 3, 4, 5].map(episode => ({ episode })) } };
    } });
    await new Promise(resolve => readLengths(() => resolve(undefined)));
    readLengths(() => {});
    assert.deepEqual(asked, [["lookUpSeason", { showID: 95396, season: 1 }]]);
    assert.deepEqual([showSeason(section, strip), pieces()], [" · 2 of 5 watched", [true, true, false, false, false]]);
    // The one that one is in the middle of is filled as far as one is.
    Object.assign(rooms[2], { position: { seconds: 660, running: false, age: 0 } });
    lengths.set("4", 44);
    showSeason(section, strip);
    assert.deepEqual([...strip.children].map(piece => /** @type {any} */ (piece).style.getPropertyValue("--part")), ["0", "0", "0", "0.25", "0"]);
    // The catalogue has other numbers than the rooms.
    rooms[2].subject.episode = 6;
    assert.deepEqual([showSeason(section, strip), pieces()], [" · 2 watched · 1 to go", []]);
});

// Shows rule 16.30.
test("A room has the pictures of its group, which are newer than its own", () => {
    const poster = (/** @type {string} */ name) => [{ width: 154, url: `https://image.example/${name}.jpg` }];
    const own = { ...room("a", "watch", { episode: 1, group: "show" }), poster: poster("old") };
    const group = { id: "show", poster: poster("new"), still: poster("still") };
    Object.assign(replica, { dashboard: () => ({ sections: [{ group: { id: "films" } }, { group }] }) });
    assert.deepEqual([picturesOf(own).poster, picturesOf(own).still], [poster("new"), poster("still")]);
    Object.assign(replica, { dashboard: () => ({ sections: [{ group: { id: "show" } }] }) });
    assert.deepEqual([picturesOf(own).poster, picturesOf(own).still], [poster("old"), undefined]);
    Object.assign(replica, { dashboard: () => undefined });
    assert.deepEqual(picturesOf(own).poster, poster("old"));
});

// Shows rule 16.28.
test("Beside the other pages, rooms stand below their show, whose name stands once", () => {
    const rooms = [room("a", "read", { episode: 1, group: "show", unreadCount: 4 }), room("b", "discuss", { episode: 2, group: "show" })];
    Object.assign(replica, { rooms: () => rooms, subscribe: () => () => {},
        dashboard: () => ({ sections: [{ group: { id: "show", kind: "tv", title: "Severance", members: [] }, rooms }] }) });
    assert.equal(roomList(new AbortController().signal).textContent, "SeveranceS1 E14 newS1 E2");
});

// Shows rule 16.28.
test("A new room goes on with the next episode of a show in one tap, without its title", () => {
    const members = ["ada", "bea"].map(username => ({ id: username, username, identityColor: "#2a6fdb" }));
    const nextEpisode = { season: 1, episode: 3, title: "the culprit" };
    const asked = /** @type {any[]} */ ([]);
    Object.assign(replica, { me: () => ({ id: "ada" }), change: (/** @type {any[]} */ ...call) => {
        asked.push(call);
        return new Promise(() => {});
    },
        dashboard: () => ({ sections: [{ group: { id: "show", kind: "tv", title: "Severance", members }, nextEpisode,
            rooms: [room("latest", "discuss", { episode: 2 })] }, { group: { id: "film" }, rooms: [] }] }) });
    const made = nextEpisodes();
    const [node, other] = made.nodes;
    assert.ok(node.hidden && other.hidden);
    made.update();
    assert.ok(!other.hidden);
    assert.equal(node.textContent.replace(/[\u2068\u2069]/g, ""), "Go on withSSeveranceS1 E3 with bea");
    const find = (/** @type {any} */ node) => node.localName === "button" ? node : node.children.map(find).find(Boolean);
    find(node).click();
    assert.deepEqual(asked, [["createNextRoom", { path: { roomID: "latest" } }]]);
});
