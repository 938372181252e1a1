// What the page of a link to join says of rooms, where one stands after joining, and what the list of invites says.
await import("./page.js");
const { default: assert } = await import("node:assert/strict");
const { default: test } = await import("node:test");
const { inviteWords, codeFault, pageAfter } = await import("../../../../Sources/Web/js/screens/join.js");
const { pastedLink } = await import("../../../../Sources/Web/js/parts/account/link-parts.js");
const { inviteLink, presetRole, rolesToGive } = await import("../../../../Sources/Web/js/parts/people/invite-form.js");
const { roomsOf, sameAgain } = await import("../../../../Sources/Web/js/parts/people/invites.js");

const rooms = [{ id: "01a20b3c-0000-7000-8000-000000000001", title: "Severance S1E4" }, { id: "b", title: "Heat" }];

// Shows rule 3.15.
test("After joining one stands in the first room of the invite, and without rooms on the first page", () => {
    assert.equal(pageAfter({ rooms }), "/rooms/01a20b3c-0000-7000-8000-000000000001");
    assert.equal(pageAfter({ rooms: [] }), "/");
});

// Shows rule 3.15.
test("The page of a link names the rooms, and says in one sentence what Davenport is", () => {
    const text = (/** @type {any} */ part) => part ? part.textContent : "";
    const words = inviteWords(/** @type {any} */ ({ rooms, role: "member" }), ["watch", "class", "play"]);
    for (const { title } of rooms) assert.ok(text(words.rooms).includes(title), title);
    assert.match(text(words.davenport), /^Davenport is where friends watch and play, [^.]+\.$/);
    assert.match(text(inviteWords({ rooms: [], role: "student" }, ["watch", "class", "play"]).davenport), /watch, learn and play,/);
    assert.match(text(inviteWords({ rooms: [], role: "member" }, ["watch"]).davenport), /friends watch,/);
    assert.equal(text(inviteWords({ rooms: [], role: "member" }, []).rooms), "");
});

// Shows rules 3.13 and 3.15.
test("The page of a link has the poster of each room, large where there is one room, and its first letter where there is none", () => {
    const poster = [{ width: 154, url: "https://image.example/w154/a.jpg" }];
    const posters = (/** @type {any[]} */ invited) => {
        const list = /** @type {any} */ (inviteWords(/** @type {any} */ ({ rooms: invited }), ["watch"]).rooms);
        return list.children.map((/** @type {any} */ line) => line.children[0]);
    };
    const [first, second] = posters([{ ...rooms[0], poster }, rooms[1]]);
    assert.equal(first.children[0].src, "https://image.example/w154/a.jpg");
    assert.deepEqual([second.children.length, second.textContent], [0, "H"]);
    const [only] = posters([{ ...rooms[0], poster }]);
    assert.ok(only.children[0].width > first.children[0].width);
});

// Shows rules 3.13 and 3.15.
test("The list of invites names the rooms, and stands what an earlier version has kept", () => {
    assert.equal(/** @type {any} */ (roomsOf({ rooms })).textContent, "Rooms: Severance S1E4, Heat");
    for (const invite of [{ rooms: [] }, {}]) assert.equal(roomsOf(invite), false);
});

// Shows rule 16.35.
test("A new link in place of one that isn't kept is for the same rooms, with the same note and role, and for who hasn't come yet", () => {
    const invite = { role: "teacher", note: "For Tess", maxUses: 3, redemptions: [{ redeemedAt: "2026-03-01T20:00:00.000Z" }], rooms };
    assert.deepEqual(sameAgain(/** @type {any} */ (invite)),
        { role: "teacher", note: "For Tess", maxUses: 2, roomIDs: [rooms[0]?.id, "b"] });
    assert.deepEqual(sameAgain(/** @type {any} */ ({ ...invite, rooms: undefined, note: undefined })),
        { role: "teacher", note: undefined, maxUses: 2 });
});

test("A link has its code behind the #, and a member's invite names no role that only others may give", () => {
    assert.match(inviteLink("AB-CD"), /\/join#\/AB-CD$/);
    assert.equal(presetRole(rolesToGive("member")), "");
});

// Shows rule 16.35.
test("The page of a link that can't be used says whether a part of its code is missing, whatever stands between the letters", () => {
    assert.match(codeFault("ABCD-EFGH-JKMN-PQRS-TVWX-YZ01"), /^It has been used, withdrawn or has expired, or a letter of it is wrong/);
    assert.match(codeFault("abcd efgh jkmn pqrs tvwx yz01"), /a letter of it is wrong/);
    assert.match(codeFault("ABCD-EFGH-JKMN"), /^The link is incomplete/);
    assert.match(codeFault("ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2"), /^There is something behind the link/);
});

test("A whole link is pasted, or its code alone", () => {
    for (const text of ["https://sofa.example.org/join#sofa/ABCD-EFGH", " sofa/ABCD-EFGH "]) {
        assert.deepEqual(pastedLink(text), { code: "ABCD-EFGH", slug: "sofa" });
    }
    for (const text of ["https://sofa.example.org/join#ABCD-EFGH", "https://sofa.example.org/join/ABCD-EFGH", "ABCD-EFGH"]) {
        assert.deepEqual(pastedLink(text), { code: "ABCD-EFGH", slug: undefined });
    }
});
