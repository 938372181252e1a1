// Plays histories: node run.js HISTORIES [SEED]. Prints the seeds of those that fail, each with what went wrong and the shortest part that still fails.
// One history is printed whole.

import { play } from "./history.js";

const [count = 2000, first = 1] = process.argv.slice(2).map(Number);
/** So many failing histories are enough. */
const most = 10;
const begun = Date.now();
let failed = 0;

console.log(`${count} histories from seed ${first} on.`);
for (let seed = first; seed < first + count && failed < most; seed++) {
    const { faults, log, length } = await play(seed);
    if (count === 1) console.log(log.join("\n"));
    if (faults.length > 0) {
        failed += 1;
        const shortest = await shrunk(seed, length);
        console.log(`\nSeed ${seed} fails, and already after ${shortest.length} of ${length} actions:\n    ${shortest.faults.join("\n    ")}`);
    }
    if ((seed - first) % 10_000 === 9_999) console.log(`${seed - first + 1} histories in ${Math.round((Date.now() - begun) / 1000)} s.`);
}
console.log(failed > 0 ? `\n${failed} histories failed. One alone: Tests/Web/check model 1 SEED` : `No history failed, in ${Math.round((Date.now() - begun) / 1000)} s.`);
process.exitCode = failed > 0 ? 1 : 0;

/**
 * The fewest first actions of a history after which it fails.
 * @param {number} seed
 * @param {number} length
 */
async function shrunk(seed, length) {
    for (let shorter = 0; shorter < length; shorter++) {
        const { faults } = await play(seed, { length: shorter });
        if (faults.length > 0) return { length: shorter, faults };
    }
    return { length, faults: (await play(seed)).faults };
}
