// Plays histories until one fails, and prints what went wrong in it: node first-failure.js HISTORIES.

import { playAll } from "./pool.js";

const { failures: [failure], played } = await playAll(1, Number(process.argv[2]), { enough: 1 });
if (failure) console.log(`After at most ${played} histories, seed ${failure.seed}: ${failure.faults[0]}`);
