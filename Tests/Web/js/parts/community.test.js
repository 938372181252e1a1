// What administration says of the community: the role of new people.
await import("./page.js");
const { default: assert } = await import("node:assert/strict");
const { default: test } = await import("node:test");
const { newcomers } = await import("../../../../Sources/Web/js/parts/admin/community.js");
const { communitySign } = await import("../../../../Sources/Web/js/parts/controls/person.js");

// Shows rule 16.27.
test("This community says which role new people get", () => {
    const said = (/** @type {any} */ tenant) => newcomers({ signup: "invite", signupRoles: [], ...tenant });
    assert.match(said({ features: ["watch"] }), /^Who joins by an invite becomes a member, unless [^.]+\.$/);
    assert.match(said({ features: ["class"] }), /becomes a student/);
    assert.match(said({ features: ["watch"], signup: "open" }), /without one, and becomes a member\.$/);
    assert.match(said({ features: ["class"], signup: "open", signupRoles: ["student", "teacher"] }), /, as student or teacher\.$/);
});

// Shows rule 16.27.
test("A community without a picture has its initial, also as an earlier version kept it", () => {
    const kept = /** @type {any} */ ({ name: "the Sofa", slug: "sofa" });
    for (const one of [kept, { ...kept, identityColor: "#2a6fdb" }]) assert.equal(communitySign(one).textContent, "T");
    const [image] = communitySign({ ...kept, pictureURL: "/v1/tenant/picture?v=1" }).children;
    assert.equal(Reflect.get(image, "src"), "/v1/tenant/picture?v=1");
});
