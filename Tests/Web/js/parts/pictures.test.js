// The posters and stills of shows and films: what is asked of their host, and what stands where there is none.
await import("./page.js");
const { default: assert } = await import("node:assert/strict");
const { default: test } = await import("node:test");
const { picture, poster } = await import("../../../../Sources/Web/js/parts/watch/room-row.js");

const widths = [154, 342].map(width => ({ width, url: `https://image.example/w${width}/a.jpg` }));
const size = { width: 46, height: 69 };

// Shows rule 16.30.
test("A picture has a fixed size, comes when it is scrolled to, in a width that fits, and tells its host no referrer", () => {
    const image = /** @type {any} */ (picture(widths, size));
    assert.deepEqual([image.width, image.height, image.sizes], [46, 69, "46px"]);
    assert.deepEqual([image.loading, image.decoding], ["lazy", "async"]);
    assert.deepEqual([image.referrerPolicy, image.crossOrigin], ["no-referrer", "anonymous"]);
    assert.equal(image.srcset, "https://image.example/w154/a.jpg 154w, https://image.example/w342/a.jpg 342w");
    assert.equal(image.src, "https://image.example/w154/a.jpg");
});

// Shows rule 16.30.
test("Where there is no picture, the title's first letter stands, and a picture lies over it", () => {
    assert.equal(picture(undefined, size), undefined);
    assert.equal(picture([], size), undefined);
    const tile = /** @type {any} */ (poster("the last ferry"));
    assert.deepEqual([tile.textContent, tile.children.length, tile.getAttribute("aria-hidden")], ["L", 0, "true"]);
    for (const [title, letters] of [
        ["The Office", "O"], ["A Bug's Life", "B"], ["The The", "T"], ["An", "A"], ["Anna", "A"], ["七人の侍", "七"],
        ["الفيلم الأول", "ا"], ["“The Office”", "T"], ["The (500) days", "5"], ["!!!", "!"], ["😱", "😱"], ["élan", "É"],
    ]) assert.equal(/** @type {any} */ (poster(/** @type {string} */ (title))).textContent, letters);
    assert.equal(/** @type {any} */ (poster("Severance", widths)).children[0].localName, "img");
});

// Shows rules 16.30 and 16.31.
test("A picture that the host lets nobody read is asked for plainly, and one that doesn't load goes", () => {
    const image = /** @type {any} */ (picture(widths, size));
    let removed = 0;
    image.remove = () => { removed += 1; };
    image.dispatchEvent({ type: "error" });
    assert.deepEqual([image.crossOrigin, removed], [null, 0]);
    image.dispatchEvent({ type: "error" });
    assert.equal(removed, 1);
});
