// The rail of a room: its numbered minutes, its end, and where the others are.
await import("./page.js");
const { default: assert } = await import("node:assert/strict");
const { default: test } = await import("node:test");
/** What is called when something has another size. @type {(() => void)[]} */
const resized = [];
Object.assign(globalThis, { innerHeight: 800, ResizeObserver: class {
    constructor(/** @type {() => void} */ call) { resized.push(call); }
    observe() {}
    disconnect() {}
} });
// Browsers have it; the Node.js of Debian 12 doesn't.
Object.assign(Map, { groupBy: (/** @type {any[]} */ items, /** @type {(item: any) => any} */ key) => items.reduce((found, item) =>
    found.set(key(item), [...found.get(key(item)) ?? [], item]), new Map()) });
const { TimelineRail } = await import("../../../../Sources/Web/js/parts/room/timeline-rail.js");
const { followHeight } = await import("../../../../Sources/Web/js/parts/frame/bars.js");

const [ada, bea, cem, dora] = ["ada", "bea", "cem", "dora"].map((username) =>
    ({ id: username, username, identityColor: "#d1495b" }));
const member = (/** @type {object} */ user, /** @type {string | undefined} */ watchedAt = undefined) => ({ user, watchedAt });
const said = (/** @type {object} */ author, /** @type {number} */ seconds, more = {}) =>
    ({ author, seconds, folded: false, ...more });

/** A rail on which a timeline is shown. @param {object} timeline @param {object[]} [comments] */
function shown(timeline, comments = []) {
    const rail = new TimelineRail(/** @type {any} */ ({ children: [] }), document.createElement("div"), new AbortController().signal);
    rail.update(/** @type {any} */ (comments), () => false, /** @type {any} */ ({ all: comments, seconds: [], ...timeline }));
    return rail;
}
const room = (/** @type {object} */ more = {}) => ({ watched: false, mine: member(ada), members: [member(ada)], ...more });
const minutes = (/** @type {any} */ rail) => rail.scale.children.map((/** @type {any} */ one) => one.dataset.minute);
const faces = (/** @type {any} */ rail) => rail.people.textContent;

// Shows rule 16.23.
test("The rail numbers at most six minutes, and gives the time of the end where that is known", () => {
    const known = shown({ length: 3420, end: 3420, room: room() });
    assert.deepEqual([minutes(known), known.ending.textContent], [["10", "20", "30", "40", "50"], "57:00"]);
    const unknown = shown({ length: 3600, room: room() });
    assert.deepEqual([minutes(unknown), unknown.ending.textContent], [["10", "20", "30", "40", "50", "60"], ""]);
    assert.deepEqual(minutes(shown({ length: 300, end: 300, room: room() })), ["1", "2", "3", "4"]);
    assert.deepEqual(minutes(shown({ length: 9000, end: 9000, room: room() })), ["30", "60", "90", "120"]);
});

// Shows rule 16.23.
test("While I watch along, a dot stands for each second ahead, and a larger one for the next", () => {
    const rail = shown({ length: 3600, seconds: [3000, 90, 1800, 90], room: room() });
    const drawn = (/** @type {string} */ name) => rail.paths.get(/** @type {any} */ (name))?.getAttribute("d");
    rail.move(100, true);
    assert.deepEqual([drawn("next"), drawn("ahead")], ["M10 500H10.01", "M10 833H10.01"]);
    rail.move(3100, true);
    assert.deepEqual([drawn("next"), drawn("ahead")], ["", ""]);
    rail.move(100, false);
    assert.deepEqual([drawn("next"), drawn("ahead")], ["", ""]);
});

// Shows rule 16.23.
test("Faces say who has watched and where others last wrote, of hidden comments only while I watch along", () => {
    const visible = [said(bea, 30), said(ada, 40)];
    const all = [...visible, said(bea, 90), said(dora, 60, { folded: true }), said(dora, 800)];
    const timeline = { all, length: 3600, room: room({ members: [member(ada), member(bea), member(cem, "2026-11-22T10:00:00Z"),
        member(dora)] }) };
    const rail = shown(timeline, visible);
    rail.move(50, false);
    assert.equal(faces(rail), "BC");
    rail.move(50, true);
    assert.equal(faces(rail), "BDC");
    assert.deepEqual([rail.me.hidden, rail.me.textContent], [false, "A"]);
    // Who is nearer than a face is high stands above another one, and more than two are counted.
    const [end, near] = ["2026-11-22T10:00:00Z", "2026-11-22T11:00:00Z"].map((time) => shown({ length: 3600, room: room({
        members: [member(ada), ...[bea, cem, ...time < "2026-11-22T11" ? [dora] : []].map((one) => member(one, time))] }) }));
    for (const one of [end, near]) one.move(50, false);
    assert.deepEqual([faces(end), faces(near)], ["B+2", "BC"]);
    assert.equal(end.people.children.length, 1);
    const after = shown({ ...timeline, room: { ...timeline.room, watched: true } }, all);
    after.move(undefined, false);
    assert.equal(faces(after), "");
    assert.ok(after.me.hidden);
});

// Shows rule 16.23.
test("The rail stands between what sticks to the edges of the window, also once a bar above the page has gone", () => {
    resized.length = 0;
    const left = new AbortController();
    const bars = /** @type {any} */ ({ offsetHeight: 45 });
    followHeight("bars", bars, left.signal);
    const rail = new TimelineRail(/** @type {any} */ ({ children: [] }), document.createElement("div"), left.signal);
    /** @type {Map<string, string>} */
    const style = new Map();
    Object.assign(rail.node, { style: { getPropertyValue: (/** @type {string} */ name) => style.get(name),
        setProperty: (/** @type {string} */ name, /** @type {string} */ value) => style.set(name, value) } });
    resized[0]?.();
    assert.deepEqual([...style], [["top", "53px"], ["height", "721px"]]);
    bars.offsetHeight = 0;
    resized[0]?.();
    assert.deepEqual([...style], [["top", "8px"], ["height", "766px"]]);
    left.abort();
    bars.offsetHeight = 45;
    resized[0]?.();
    assert.equal(style.get("top"), "8px", "the page is left");
});
