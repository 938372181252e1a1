// Who is offered to make a link for a new password, and how such a link is read.
await import("./page.js");
const { default: assert } = await import("node:assert/strict");
const { default: test } = await import("node:test");
const { mayMakeLink } = await import("../../../../Sources/Web/js/parts/people/password-link.js");
const { linkParts } = await import("../../../../Sources/Web/js/parts/account/link-parts.js");
const { reachable } = await import("../../../../Sources/Web/js/parts/account/ask-link.js");

const roles = /** @type {const} */ (["owner", "admin", "teacher", "student", "member"]);

// Shows rule 16.15.
test("A link is offered to whom the server lets make it", () => {
    /** @param {Wire.Role} role @param {Wire.PasswordLinkMakers | undefined} [makers] */
    const offered = (role, makers) => roles.filter(one => mayMakeLink({ id: "me", role }, { id: "them", role: one }, makers));
    for (const makers of /** @type {const} */ (["admins", undefined])) {
        assert.deepEqual(offered("owner", makers), roles);
        assert.deepEqual(offered("admin", makers), ["teacher", "student", "member"]);
    }
    assert.deepEqual([offered("owner", "owners"), offered("admin", "owners")], [roles, []]);
    assert.deepEqual([offered("owner", "off"), offered("admin", "off")], [[], []]);
    for (const role of /** @type {const} */ (["teacher", "student", "member"])) assert.deepEqual(offered(role), []);
    // A setting that a later version adds lets nobody.
    assert.deepEqual(offered("owner", /** @type {any} */ ("everybody")), []);
    const owner = { id: "me", role: roles[0] };
    assert.equal(mayMakeLink(owner, owner), false, "oneself");
    assert.equal(mayMakeLink(owner, { id: "bot", role: "member", bot: true }), false, "a bot");
    assert.equal(mayMakeLink(undefined, { id: "them", role: "member" }), false, "nobody");
    assert.equal(mayMakeLink({ id: "me", role: "admin" }, { id: "them" }), false, "a role that isn't known");
});

// Shows rule 16.15.
test("A link has its code, and the community's slug where it names one", () => {
    for (const [hash, code, slug] of [
        ["#AB-CD", "AB-CD", undefined], ["#sofa/AB-CD", "AB-CD", "sofa"], ["#/AB-CD/", "AB-CD", undefined], ["#", "", undefined],
        ["", "", undefined], ["#sofa%2FAB-CD", "AB-CD", "sofa"], ["#100%", "100%", undefined],
    ]) assert.deepEqual(linkParts(/** @type {string} */ (hash)), { code, slug }, hash);
});

// Shows rule 16.16.
test("A contact is a link of the web or of mail, and nothing else", () => {
    const address = (/** @type {string} */ contact) =>
        reachable(contact).map(part => /** @type {any} */ (part).href).find(Boolean);
    assert.equal(address("https://sofa.example.org/help"), "https://sofa.example.org/help");
    assert.equal(address("help@sofa.example.org"), "mailto:help@sofa.example.org");
    assert.equal(address("javascript:alert(1)"), "mailto:javascript:alert(1)");
    assert.deepEqual(reachable(undefined), []);
});
