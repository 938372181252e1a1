// How the sign-in finds out whether its host names a community.
await import("./page.js");
const { default: assert } = await import("node:assert/strict");
const { default: test } = await import("node:test");
const { hostHasCommunity } = await import("../../../../Sources/Web/js/screens/enter.js");

// Shows rule 16.1.
test("The sign-in asks for a community only where the page says that the host names none", () => {
    for (const [said, hasCommunity] of /** @type {const} */ ([["yes", true], ["no", false], [undefined, true]])) {
        document.documentElement.dataset.community = said;
        assert.equal(hostHasCommunity(), hasCommunity);
    }
});
