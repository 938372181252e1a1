// How the sign-in finds out whether its host names a community.
await import("./page.js");
const { default: assert } = await import("node:assert/strict");
const { default: test } = await import("node:test");
const { hostHasCommunity } = await import("../../../../Sources/Web/js/screens/enter.js");

// Shows rule 16.1.
test("The sign-in asks for a community only where the manifest says that the host names none", async () => {
    for (const [manifest, hasCommunity] of [
        [{ name: "Davenport", has_community: true }, true], [{ name: "Davenport", has_community: false }, false],
        // The manifest of a server of an earlier version.
        [{ name: "Davenport" }, true],
    ]) {
        globalThis.fetch = async (_, options) => new Response(JSON.stringify(manifest),
            { headers: { .../** @type {any} */ (options?.headers), "Content-Type": "application/manifest+json; charset=utf-8" } });
        assert.equal(await hostHasCommunity(), hasCommunity);
    }
    globalThis.fetch = async () => { throw new TypeError("Failed to fetch"); };
    assert.equal(await hostHasCommunity(), true);
});
