// One history: random actions with random pauses in between, then a world in which everything works again, and what must hold
// then.

import { actions } from "./actions.js";
import { checkAll } from "./checks.js";
import { World } from "./world.js";

/** Weights by name. */
const weights = Object.fromEntries(Object.entries(actions).map(([name, [weight]]) => [name, weight]));

/** The world whose pages run, for errors that nobody handles. @type {World | undefined} */
let present;
process.on("unhandledRejection", error => {
    if (!present) throw error;
    present.fault(`unhandled: ${describe(error)}`);
});

/** @param {unknown} error */
const describe = error => error instanceof Error
    ? `${error.name}: ${error.message} ${error.stack?.split("\n").slice(1, 3).map(line => line.trim()).join(" ")}`
    : String(error);

/**
 * Plays a history.
 * @param {number} seed
 * @param {{ length?: number }} [options] the number of actions; the rest is left out.
 * @returns {Promise<{ faults: string[], log: string[], length: number }>}
 */
export async function play(seed, { length: most = Infinity } = {}) {
    const world = present = new World(seed);
    const { random } = world;
    const length = 5 + random.below(25);
    for (const device of world.devices) world.openPage(device);
    await begin(world);
    for (let step = 0; step < Math.min(length, most); step++) {
        const name = random.weighted(weights);
        world.note(`· ${name}`);
        actions[name][1](world);
        await pause(world);
    }
    try {
        await heal(world);
        await checkAll(world);
    } catch (error) {
        world.fault(`the check itself failed: ${describe(error)}`);
    }
    for (const page of world.pages) for (const error of page.tab.errors) world.fault(
        `not caught in ${page.name}: ${describe(error)}`
    );
    present = undefined;
    return { faults: world.faults, log: world.log, length };
}

/** Ada signs in on her devices, mostly while all is well. @param {World} world */
async function begin(world) {
    await world.advance(100);
    for (const page of world.open()) page.signIn("ada");
    if (world.random.happens(0.2)) world.lying.chance = 0.3;
    await world.advance(world.random.of([500, 4000, 4000, 8000]));
}

/** Lets some steps or some time pass. @param {World} world */
async function pause({ clock, random }) {
    const kind = random.weighted({ none: 1, steps: 5, short: 4, long: 1.5 });
    const steps = clock.steps + 1 + random.below(30);
    if (kind === "steps") await clock.run({ until: () => clock.steps >= steps, time: 2000 });
    if (kind === "short") await clock.run({ time: random.below(4000) });
    if (kind === "long") await clock.run({ time: random.below(200_000) });
}

/** @param {World} world */
async function signInAgain(world) {
    for (const page of world.open()) if (!page.person) page.signIn("ada");
    await world.advance(5000);
}

/** Everything works again, and gets the time that it needs. @param {World} world */
async function heal(world) {
    world.note("· everything works again");
    world.lying.chance = world.busy = 0;
    for (const device of world.devices) {
        for (const page of device.isOffline ? world.open(device) : []) page.tab.emit("online");
        device.isOffline = false;
        device.disk.full = undefined;
        device.disk.failingOpens = 0;
        device.skew = 0;
    }
    for (const page of world.open()) {
        page.tab.realm.thaw();
        if (!page.tab.isVisible) page.tab.show();
    }
    await world.advance(world.random.of([30_000, 30_000, 100_000]));
    // A page that keeps nothing is given the time to send, and then everything begins with what is on disk.
    for (const page of world.open()) if (world.random.happens(0.3)) page.kill(); else page.close();
    await world.advance(1000);
    for (const device of world.devices) {
        const page = world.openPage(device);
        await world.advance(3000);
        if (page.person && page.person.userID !== world.ada?.id) await Promise.race([page.signOut(), world.advance(20_000)]);
        await signInAgain(world);
    }
    // Requests that were under way, such as a sign-out, have arrived by now.
    await world.advance(95_000);
    await signInAgain(world);
    // Whatever was put off is due after some minutes, or at once when the page hears of a network.
    if (world.random.happens(0.2)) return world.advance(400_000);
    for (const page of world.open()) page.tab.emit("online");
    await world.advance(60_000);
}
