// Plays many histories on all processors.

import { availableParallelism, cpus } from "node:os";
import { Worker, isMainThread, parentPort } from "node:worker_threads";
import { play } from "./history.js";

/**
 * @typedef {{ seed: number, length: number, actions: number, faults: string[] }} Failure a history that fails, and already after
 * so many actions.
 */

/** So many histories are given to a worker at once. */
const batch = 20;
/** A worker plays so many batches. Of each page something stays in its memory. */
const life = 250;

/**
 * Plays histories with seeds in a row.
 * @param {number} first
 * @param {number} count
 * @param {{ enough?: number, onFailure?: (failure: Failure) => void, onProgress?: (played: number) => void }} [options] stops
 * early once
 *     enough have failed.
 * @returns {Promise<{ failures: Failure[], played: number }>}
 */
export async function playAll(first, count, { enough = 10, onFailure = () => {}, onProgress = () => {} } = {}) {
    /** @type {Failure[]} */
    const failures = [];
    let next = first;
    let played = 0;
    const isOver = () => next >= first + count || failures.length >= enough;
    const runWorker = () => new Promise((resolve, reject) => {
        const worker = new Worker(new URL(import.meta.url));
        let given = 0;
        const give = () => {
            if (isOver() || given === life) return void worker.terminate().then(resolve);
            given += 1;
            const size = Math.min(batch, first + count - next);
            worker.postMessage({ from: next, to: next += size });
        };
        worker.on("error", reject).on("message", (/** @type {{ failures: Failure[], played: number }} */ done) => {
            failures.push(...done.failures);
            done.failures.forEach(onFailure);
            onProgress(played += done.played);
            give();
        });
        give();
    });
    const run = async () => {
        while (!isOver()) await runWorker();
    };
    const processors = availableParallelism?.() ?? cpus().length;
    await Promise.all(Array.from({ length: Math.min(processors, Math.ceil(count / batch)) }, run));
    return { failures, played };
}

/**
 * Plays a history, and finds the fewest first actions after which it fails.
 * @param {number} seed
 * @param {number} [most] actions.
 * @returns {Promise<Failure | undefined>}
 */
export async function failureOf(seed, most = Infinity) {
    const whole = await play(seed, { length: most });
    if (whole.faults.length === 0) return undefined;
    for (let length = 0; length < whole.length; length++) {
        const { faults } = await play(seed, { length });
        if (faults.length > 0) return { seed, length, actions: whole.length, faults };
    }
    return { seed, length: whole.length, actions: whole.length, faults: whole.faults };
}

/** @param {Failure} failure */
export const described = ({
    seed, length, actions, faults,
}) => `Seed ${seed} fails, after ${length} of ${actions} actions:\n    ${faults.join("\n    ")}`;

if (!isMainThread) {
    parentPort?.on("message", async ({ from, to }) => {
        const failures = [];
        for (let seed = from; seed < to; seed++) failures.push(await failureOf(seed));
        parentPort?.postMessage({ failures: failures.filter(Boolean), played: to - from });
    });
}
