// Each operation of docs/openapi.json with each answer that isn't Davenport's: the library says that no answer came, and keeps
// nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Answers } from "../../../../Sources/Web/js/davenport/answers.js";
import { operationIDs } from "../../../../Sources/Web/js/davenport/api/operations.js";
import { Uploads } from "../../../../Sources/Web/js/davenport/class.js";
import { Davenport } from "../../../../Sources/Web/js/davenport/davenport.js";
import { Answer } from "../stand-ins/answer.js";
import { Device } from "../stand-ins/browser.js";
import { Clock } from "../stand-ins/clock.js";
import { operations, resolved } from "../stand-ins/document.js";
import { Network } from "../stand-ins/network.js";
import { Random } from "../stand-ins/random.js";
import { addPerson } from "../stand-ins/server/people.js";
import { addRoom } from "../stand-ins/server/rooms.js";
import { Server } from "../stand-ins/server/server.js";

// What the library loads when it first needs it is loaded before: a file takes as long as it takes, whatever the clock says.
await operationIDs();

const json = { "Content-Type": "application/json" };
/** @type {Record<string, [number, Record<string, string>, string?]>} */
const answers = {
    "200 text/html": [200, { "Content-Type": "text/html; charset=utf-8" }, "<!doctype html><title>Welcome</title>"],
    "200 application/json {}": [200, json, "{}"],
    "an empty 200": [200, {}, ""],
    "204": [204, {}],
};
const stale = { "Davenport-Echo": "AAAAAAAAAAAAAAAAAAAAAA" };

/**
 * The parameters and the body of a request, from the document's examples.
 * @param {import("../stand-ins/document.js").Operation} operation
 */
function example({ detail }) {
    /** @type {Record<string, any>} */
    const [path, query] = [{}, {}];
    for (const parameter of (detail.parameters ?? []).map(resolved)) {
        const value = parameter.example ?? resolved(parameter.schema).examples?.[0];
        if (parameter.in === "path") path[parameter.name] = value;
        if (parameter.in === "query" && value !== undefined) query[parameter.name] = value;
        if (parameter.in !== "header" && parameter.required) assert.notEqual(
            value, undefined, `${detail.operationId} has no example of ${parameter.name}`,
        );
    }
    const [type, content] = Object.entries(detail.requestBody?.content ?? {})[0] ?? [];
    if (type === undefined) return { path, query };
    const body = type === "application/json" ? content.example ?? resolved(content.schema).examples?.[0] : new Blob(
        ["bytes"], { type: type === "*/*" ? "text/plain" : type },
    );
    assert.notEqual(body, undefined, `${detail.operationId} has no example of its body`);
    return { path, query, body };
}

class Page {
    clock = new Clock();
    random = new Random(1);
    server = new Server(this.clock);
    ada = addPerson(this.server, "ada", "owner");
    network = new Network(this.clock, (request, reply) => this.server.serve(request, reply), this.random);
    device = new Device(this.clock, this.network, this.random);
    tab = this.device.open();
    davenport = new Davenport(this.tab.platform);

    /** Signs in, and fetches everything. */
    async begin() {
        addRoom(this.server, this.ada.id, [], { title: "Film" });
        await this.does(this.davenport.session.start());
        const { user } = await this.does(this.davenport.connection.logIn(this.ada.email, "ada-password", { body: {} }));
        await this.does(this.davenport.session.adopt(user));
        await this.clock.run({ time: 10_000 });
        this.davenport.live.stop();
        return this;
    }

    /** @template T @param {Promise<T>} promise @returns {Promise<T>} */
    does(promise) { return this.clock.settle(promise, 300_000); }

    /** Everything that is kept, as text. */
    async kept() {
        const database = /** @type {any} */ (this.davenport.copy).database;
        const names = Object.keys(database.shape);
        const rows = await this.does(database.transaction(names, "readonly", async (/** @type {any} */ stores) => {
            /** @type {any[]} */
            const found = [];
            for (const name of names) found.push([name, await stores.keys(name), await stores.all(name)]);
            return found;
        }));
        return JSON.stringify(rows);
    }

    /**
     * From now on every answer is this one.
     * @param {[number, Record<string, string>, string?]} answer
     * @param {Record<string, string>} [echo]
     */
    answersWith([status, headers, body], echo = {}) {
        this.network.fate = () => ({ arrives: 0, replace: () => new Answer(status, { ...headers, ...echo }, body) });
    }
}

/** @param {() => Promise<unknown>} body @param {Page} page */
async function outcome(page, body) {
    try {
        return `was taken: ${JSON.stringify(await page.does(body()))}`;
    } catch (error) {
        const { name, status, message } = /** @type {any} */ (error);
        return name === "Problem" && status === 0 ? undefined : `threw ${name} ${status ?? ""} ${message}`;
    }
}

for (const [name, answer] of Object.entries(answers)) {
    for (const [echoes, echo] of Object.entries({ "without an echo": {}, "with another request's echo": stale })) {
        test(`${name} ${echoes} is no answer to any of ${operations.length} operations`, async () => {
            const page = await new Page().begin();
            const before = await page.kept();
            page.answersWith(answer, echo);
            /** @type {string[]} */
            const faults = [];
            const { connection } = page.davenport;
            const expect = async (/** @type {string} */ what, /** @type {() => Promise<unknown>} */ body) => {
                const fault = await outcome(page, body);
                if (fault) faults.push(`${what} ${fault}`);
            };
            for (const operation of operations) {
                const options = /** @type {any} */ (example(operation));
                const id = /** @type {any} */ (operation.id);
                await expect(id, () => connection.call(id, options));
                if (operation.method === "GET") {
                    await expect(`${id} with a tag`, () => connection.callTagged(id, options, '"tag"'));
                    await expect(`${id}, read with a copy`, () => page.davenport.use(Answers).read(id, options));
                }
            }
            const { signal } = new AbortController();
            await expect("the log-in", () => connection.logIn("ada@example.org", "ada-password", { body: {} }));
            await expect("listChanges, as the feed asks", () => connection.listChanges({}, signal));
            await expect("a picture", () => connection.upload("setAvatar", new Blob(["bytes"], { type: "image/png" })));
            const file = /** @type {any} */ (Object.assign(new Blob(["bytes"], { type: "text/plain" }), { name: "a.txt" }));
            const uploads = page.davenport.use(Uploads);
            await expect("a file", () => uploads.sendFile("01a1fcfb-1172-778e-8c3f-4f8d0669bedb", file, signal, () => {}));
            assert.deepEqual(faults, []);
            assert.equal(await page.kept(), before, "something was kept");
            assert.deepEqual(page.tab.errors, []);
            assert.equal(page.davenport.session.current()?.userID, page.ada.id);
        });
    }
}

test("304 without a copy, or from elsewhere, is no answer", async () => {
    const page = await new Page().begin();
    for (const echo of [{}, stale]) {
        page.answersWith([304, {}], echo);
        for (const operation of operations.filter(({ method }) => method === "GET")) {
            const [id, options] = /** @type {any} */ ([operation.id, example(operation)]);
            assert.equal(await outcome(page, () => page.davenport.connection.call(id, options)), undefined, id);
            assert.equal(await outcome(page, () => page.davenport.connection.callTagged(id, options, '"tag"')), undefined, id);
        }
    }
    assert.deepEqual(page.tab.errors, []);
});
