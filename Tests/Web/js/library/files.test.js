// Files of a class on their way: what comes for one counts only if it is the server's answer, and whole.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { upload } from "../../../../Sources/Web/js/client/browser-upload.js";
import { Connection } from "../../../../Sources/Web/js/davenport/api/connection.js";
import { Uploads } from "../../../../Sources/Web/js/davenport/api/uploads.js";

const essay = "The true essay.";
const file = {
    id: "50fa0000-0000-4000-8000-000000000001", name: "essay.txt", size: essay.length, type: "text/plain",
    sha256: createHash("sha256").update(essay).digest("hex"), createdAt: "2026-01-05T10:00:00Z",
};

/**
 * Uploads for which every request gets an answer.
 * @param {(echo: string) => Response} answer
 */
function answered(answer) {
    const platform = /** @type {any} */ ({
        now: () => 0, setTimeout: () => 0, clearTimeout: () => {},
        randomBytes: (/** @type {number} */ count) => new Uint8Array(count).fill(7),
        fetch: async (/** @type {string} */ _, /** @type {any} */ request) => answer(request.headers.get("Davenport-Echo")),
        upload: (/** @type {Parameters<typeof upload>} */ ...all) => upload(...all),
        sha256: (/** @type {ArrayBuffer} */ bytes) => crypto.subtle.digest("SHA-256", bytes),
    });
    return new Uploads(/** @type {any} */ ({ connection: new Connection(platform), platform }));
}

test("A file is fetched as it is", async () => {
    const headers = (/** @type {string} */ echo) => ({ "Content-Type": "text/plain", "Davenport-Echo": echo });
    const found = await answered(echo => new Response(essay, { headers: headers(echo) })).fetchFile(file);
    assert.deepEqual([found.name, found.type, await found.text()], [file.name, file.type, essay]);
});

for (const [what, body, type, isOwn] of /** @type {[string, string, string, boolean][]} */ ([
    ["a Wi-Fi's page", "<p>Welcome to our Wi-Fi</p>", "text/html", false],
    ["a text of the same length", "The false essay", "text/plain", false],
    ["another text of the same length under the request's echo", "The false essay", "text/plain", true],
    ["a part of the file", "The true", "text/plain", true],
    ["a page under the request's echo", "<p>Not yours</p", "text/html", true],
])) {
    test(`Of ${what} no file is made`, async () => {
        const headers = (/** @type {string} */ echo) => ({
            "Content-Type": type, "Davenport-Echo": isOwn ? echo : "A".repeat(22),
        });
        const uploads = answered(echo => new Response(body, { headers: headers(echo) }));
        await assert.rejects(uploads.fetchFile(file), { code: "unreadable" });
    });
}

test("A file of the server counts with the request's echo and its own media type alone", async () => {
    const page = "<script src=/app/0a/js/main.js>";
    /** @param {number} status @param {string} type @param {boolean} isOwn */
    const asked = (status, type, isOwn) => {
        const headers = (/** @type {string} */ echo) => ({ "Content-Type": type, ...(isOwn && { "Davenport-Echo": echo }) });
        const { platform } = answered(echo => new Response(page, { status, headers: headers(echo) })).connection;
        /** @type {typeof platform.fetch} */
        const fetch = (path, options) => platform.fetch(path, { ...options, headers: new Headers(options.headers) });
        return new Connection({ ...platform, fetch }).ownFile("/", "text/html");
    };
    assert.equal(await asked(200, "text/html; charset=utf-8", true), page);
    for (const [status, type, isOwn] of /** @type {[number, string, boolean][]} */ ([
        [200, "text/html", false], [200, "application/json", true], [503, "text/html", true],
    ])) {
        await assert.rejects(asked(status, type, isOwn), { code: "unreadable" });
    }
});

/**
 * A browser's request for an upload, which ends with this answer.
 * @param {number} status
 * @param {string} headers as the browser lists them.
 * @param {string} body
 */
function requestWith(status, headers, body) {
    return class {
        status = status;
        responseText = body;
        upload = {};
        onload = () => {};
        open() {}
        setRequestHeader() {}
        getAllResponseHeaders() { return headers; }
        send() { queueMicrotask(() => this.onload()); }
    };
}

for (const [status, headers, body] of /** @type {[number, string, string][]} */ ([
    [204, "", ""], [205, "", ""], [205, "content-type: text/html\r\n", "<p>"],
    [304, "", ""], [200, "", "<p>Welcome"], [200, "no header\r\n", ""],
    [200, "x:\r\n", ""], [999, "content-type: text/html\r\n", "<p>"],
])) {
    test(`An upload that a bare ${status} ends, with ${JSON.stringify(headers)}, has no answer`, async () => {
        Object.assign(globalThis, { XMLHttpRequest: requestWith(status, headers, body) });
        const { signal } = new AbortController();
        const sent = answered(() => new Response()).sendFile(file.id, new File([essay], file.name), signal, () => {});
        await assert.rejects(sent, error => /** @type {any} */ (error).isOffline);
    });
}
