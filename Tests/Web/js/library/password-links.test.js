// Links with which somebody sets a new password: who is signed in then, and what becomes of whoever was.
import assert from "node:assert/strict";
import test from "node:test";
import { Signing } from "../../../../Sources/Web/js/davenport/davenport.js";
import { PasswordLinks } from "../../../../Sources/Web/js/davenport/password-links.js";
import { Answer } from "../stand-ins/answer.js";
import { Stage } from "./stage.js";

const using = /^POST .*password-links\/use/;

/** @param {Stage} stage @param {any} person */
function link(stage, person) {
    stage.server.passwordLinks.set("CODE", person.id);
    return { code: "CODE", password: "nine lamps at sea" };
}

/** @param {Promise<unknown>} promise */
const thrown = promise => promise.then(() => undefined, error => error);

// Shows rule 16.15.
test("A link says whose it is, sets the password once, and signs in", async () => {
    const { stage, page } = await Stage.begun();
    await page.does(page.davenport.use(Signing).signOut());
    const links = page.davenport.use(PasswordLinks);
    const made = link(stage, stage.bea);
    assert.equal((await page.does(links.lookUp(made.code))).username, "bea");
    const weak = await page.does(thrown(links.use({ ...made, password: "short" }, "sofa")));
    assert.deepEqual([weak?.code, Object.keys(weak?.faults ?? {})], ["invalid", ["password"]]);
    await page.does(links.use(made, "sofa"));
    assert.equal(page.davenport.session.current()?.username, "bea");
    await stage.until(() => page.davenport.replica.isWhole());
    for (const again of [() => links.lookUp(made.code), () => links.use(made, "sofa")]) {
        assert.equal((await page.does(thrown(again())))?.code, "link_invalid");
    }
    assert.equal(page.davenport.session.current()?.username, "bea");
});

// Shows rule 16.16.
test("A link that is asked for by e-mail counts with the server's own answer alone, for every address", async () => {
    const { stage, page } = await Stage.begun();
    await page.does(page.davenport.use(Signing).signOut());
    const links = page.davenport.use(PasswordLinks);
    for (const email of ["bea@example.org", "nobody@example.org"]) {
        assert.equal(await page.does(links.ask(email, "sofa")), undefined);
    }
    stage.fate(/^POST .*password-links$/, { arrives: 0, replace: () => new Answer(202, {}, "") });
    assert.notEqual(await page.does(thrown(links.ask("bea@example.org", "sofa"))), undefined, "a 202 without the request's echo");
});

// Shows rules 16.12 and 16.15.
test("What somebody else wrote waits for them in every tab, and goes out in nobody else's name", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    stage.fate(/^POST .*comments/, { arrives: 0, fails: true });
    await page.says("waits");
    page.davenport.drafts.save("feedback", { text: "half" });
    await page.does(page.davenport.use(PasswordLinks).use(link(stage, stage.bea), "sofa"));
    stage.honest();
    await stage.until(() => [page, other].every(({ davenport }) =>
        davenport.session.current()?.userID === stage.bea.id && davenport.replica.isWhole()));
    await stage.advance(600_000);
    assert.deepEqual(stage.sent, []);
    for (const { davenport } of [page, other]) {
        assert.deepEqual([davenport.outbox.writes(), davenport.drafts.withWords()], [[], []]);
    }
    await page.signIn("ada");
    await stage.until(() => stage.sent.length > 0);
    assert.deepEqual(stage.sent, ["waits"]);
    assert.equal((await page.does(page.davenport.drafts.load("feedback")))?.text, "half");
});

// Shows rule 16.15.
test("Nothing of somebody else is sent in any tab while the answer is on its way", async () => {
    const { stage, page } = await Stage.begun();
    const other = await stage.page();
    stage.fate(using, { arrives: 1, answerDelay: 20_000 });
    const done = page.davenport.use(PasswordLinks).use(link(stage, stage.bea), "sofa");
    await stage.advance(5_000);
    await other.says("meanwhile");
    await stage.advance(10_000);
    assert.deepEqual(stage.sent, []);
    await page.does(done);
    await stage.advance(60_000);
    assert.deepEqual(stage.sent, []);
    stage.honest();
    await page.signIn("ada");
    await stage.until(() => stage.sent.length > 0);
    assert.deepEqual([stage.sent, [...stage.room.comments.values()].map(({ by }) => by)], [["meanwhile"], [stage.ada.id]]);
});

// Shows rule 16.15.
test("Who sets their own password stays signed in, and nothing ends on the way", async () => {
    const { stage, page } = await Stage.begun();
    const { session, live, drafts } = page.davenport;
    await stage.until(() => live.state() === "waiting");
    const heard = /** @type {string[]} */ ([]);
    session.subscribe((_, why) => heard.push(why));
    drafts.save("feedback", { text: "half" });
    stage.fate(using, { arrives: 1, answerDelay: 10_000 });
    await page.does(page.davenport.use(PasswordLinks).use(link(stage, stage.ada), "sofa"));
    await stage.until(() => live.state() === "waiting");
    assert.deepEqual(heard, ["signedIn"]);
    assert.equal((await page.does(drafts.load("feedback")))?.text, "half");
});

// Shows rule 16.15.
test("After a lost answer, or another's answer, whoever is signed in stays so, and changes arrive", async () => {
    const wifi = new Answer(200, {}, "<p>Sign in to this Wi-Fi</p>");
    for (const fate of [{ arrives: 1, fails: true }, { arrives: 1, replace: () => wifi }]) {
        const { stage, page } = await Stage.begun();
        const { replica, session } = page.davenport;
        const links = page.davenport.use(PasswordLinks);
        const made = link(stage, stage.bea);
        stage.fate(using, /** @type {any} */ (fate));
        assert.equal((await page.does(thrown(links.use(made, "sofa"))))?.isOffline, true);
        stage.honest();
        assert.equal((await page.does(thrown(links.use(made, "sofa"))))?.code, "link_invalid");
        assert.equal(session.current()?.userID, stage.ada.id);
        stage.act("createComment", stage.bea, { body: { content: "new" } });
        await stage.until(() => replica.room(stage.room.id)?.commentCount === 1);
        await page.says("still me");
        await stage.until(() => stage.sent.includes("still me"));
    }
});
