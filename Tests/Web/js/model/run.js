// Plays histories: node run.js HISTORIES [SEED]. Prints the seeds of those that fail, each with what went wrong and after how few actions.
// node run.js 1 SEED [ACTIONS] prints all that happens in one history, or in its first actions.

import { play } from "./history.js";
import { described, playAll } from "./pool.js";

const [count = 2000, first = 1 + Math.floor(Math.random() * 1_000_000_000), most = Infinity] = process.argv.slice(2).map(Number);
const begun = Date.now();
const seconds = () => Math.round((Date.now() - begun) / 1000);

if (count === 1) {
    const { log, faults } = await play(first, { length: most });
    console.log(log.join("\n"));
    if (faults.length > 0) process.exitCode = 1;
} else {
    console.log(`${count} histories from seed ${first} on.`);
    const { failures, played } = await playAll(first, count, {
        onFailure: failure => console.log(`\n${described(failure)}`),
        onProgress: done => { if (done % 10_000 === 0) console.log(`${done} histories in ${seconds()} s.`); },
    });
    console.log(`${failures.length === 0 ? "None" : failures.length} of ${played} histories failed, in ${seconds()} s.`);
    if (failures.length > 0) {
        console.log("bin/check --web model 1 SEED prints one history.");
        process.exitCode = 1;
    }
}
