// What people are called: given names where the person sees them, kept in the copy.
import assert from "node:assert/strict";
import test from "node:test";
import { calledBy, Names } from "../../../../Sources/Web/js/davenport/names.js";
import { addPerson } from "../stand-ins/server/people.js";
import { addRoom } from "../stand-ins/server/rooms.js";
import { Stage } from "./stage.js";

// Shows rule 16.32.
test("Who shares a given name has the family name behind it, and nobody without a given name has another name", () => {
    const people = [
        { id: "1", givenName: "Ada" }, { id: "2", givenName: "Bea", familyName: "Lind" }, { id: "3", givenName: " bea ", familyName: "Roth" },
        { id: "4", givenName: "Bea" }, { id: "5", familyName: "Kim" }, { id: "6", givenName: " " },
    ];
    assert.deepEqual(calledBy(people), { 1: "Ada", 2: "Bea Lind", 3: "bea Roth" });
});

test("Names are read once the copy is whole, shown at once after a reload, and read again when somebody comes", async () => {
    const { stage, page } = await Stage.begun();
    Object.assign(stage.bea, { givenName: "Beatrice", familyName: "Lind" });
    const { davenport } = page;
    assert.equal(davenport.replica.person(stage.bea).called, undefined);
    await page.does(davenport.use(Names).follow());
    const called = (/** @type {any} */ replica) => [replica.person(stage.bea).called,
        replica.room(stage.room.id)?.members.map((/** @type {any} */ { user }) => user.called)];
    await stage.until(() => davenport.replica.person(stage.bea).called);
    assert.deepEqual(called(davenport.replica), ["Beatrice", [undefined, "Beatrice"]]);

    const other = await stage.page();
    assert.deepEqual(called(other.davenport.replica), ["Beatrice", [undefined, "Beatrice"]], "before any request for names");
    let readings = 0;
    stage.network.fate = ({ address }) => {
        if (address.startsWith("/v1/people")) readings += 1;
        return { arrives: 1 };
    };
    await other.does(other.davenport.use(Names).follow());
    assert.equal(readings, 0, "an earlier page has read them within the hour");

    const cem = Object.assign(addPerson(stage.server, "cem"), { givenName: "Cem" });
    addRoom(stage.server, stage.ada.id, [cem.id], { title: "Another film" });
    await stage.until(() => davenport.replica.person(cem).called === "Cem");
    await stage.until(() => other.davenport.replica.person(cem).called === "Cem");
});
