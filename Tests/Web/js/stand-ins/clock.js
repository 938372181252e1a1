// A clock that stands still until it is advanced: timers and everything else that comes later run in the order of their times, one after another.
// Between two of them all promises that can go on do so, as between two tasks of a browser.

/** @typedef {{ at: number, number: number, run: () => void, isCancelled: boolean }} Task */

export class Clock {
    /** @type {Task[]} a heap: the next one first. */
    #tasks = [];
    #number = 0;
    /** @type {(() => unknown)[]} */
    #afterTask = [];

    /** @param {number} start in milliseconds since 1970. */
    constructor(start = Date.UTC(2026, 10, 22, 10)) {
        this.time = start;
        /** How many tasks have run. */
        this.steps = 0;
    }

    /**
     * Runs the function after the delay. Equal times run in the order of the calls.
     * @param {() => void} run
     * @param {number} [delay] in milliseconds.
     * @returns {Task} for `cancel`.
     */
    later(run, delay = 0) {
        const task = { at: this.time + Math.max(0, delay), number: this.#number += 1, run, isCancelled: false };
        this.#push(task);
        return task;
    }

    /** @param {Task | undefined} task */
    cancel(task) {
        if (task) task.isCancelled = true;
    }

    /**
     * Runs the function once the present task and all promises that it made go on have ended.
     * @param {() => unknown} run returns true if it has run code whose promises are to go on before the next task.
     */
    afterTask(run) { this.#afterTask.push(run); }

    /**
     * Runs tasks until the condition holds, the time is over or nothing is left.
     * @param {{ until?: () => unknown, time?: number }} [options] the time in milliseconds from now.
     * @returns {Promise<boolean>} whether the condition holds.
     */
    run({ until = () => false, time = Infinity } = {}) {
        const end = this.time + time;
        return new Promise((resolve, reject) => {
            const turn = () => {
                try {
                    if (this.#endTask()) return void setImmediate(turn);
                    if (until()) return resolve(true);
                    const task = this.#next(end);
                    if (!task) {
                        if (end < Infinity) this.time = end;
                        return resolve(false);
                    }
                    this.time = Math.max(this.time, task.at);
                    this.steps += 1;
                    task.run();
                    setImmediate(turn);
                } catch (error) {
                    reject(error);
                }
            };
            setImmediate(turn);
        });
    }

    /**
     * Runs tasks until the promise is settled.
     * @template T
     * @param {Promise<T>} promise
     * @param {number} [time] the longest time in milliseconds.
     * @returns {Promise<T>}
     */
    async settle(promise, time = 3_600_000) {
        let isSettled = false;
        const settled = () => { isSettled = true; };
        promise.then(settled, settled);
        if (!await this.run({ until: () => isSettled, time })) throw new Error("The promise isn't settled in time.");
        return promise;
    }

    #endTask() {
        const ended = this.#afterTask;
        if (ended.length === 0) return false;
        this.#afterTask = [];
        let hasRun = false;
        for (const run of ended) hasRun = run() === true || hasRun;
        return hasRun;
    }

    /** @param {number} end */
    #next(end) {
        while (this.#tasks.length > 0 && this.#tasks[0].isCancelled) this.#pop();
        return this.#tasks.length > 0 && this.#tasks[0].at <= end ? this.#pop() : undefined;
    }

    /** @param {Task} task */
    #push(task) {
        const heap = this.#tasks;
        let place = heap.push(task) - 1;
        while (place > 0) {
            const parent = (place - 1) >> 1;
            if (!isBefore(task, heap[parent])) break;
            heap[place] = heap[parent];
            place = parent;
        }
        heap[place] = task;
    }

    #pop() {
        const heap = this.#tasks;
        const first = heap[0];
        const last = /** @type {Task} */ (heap.pop());
        if (heap.length === 0) return first;
        let place = 0;
        for (;;) {
            let child = 2 * place + 1;
            if (child >= heap.length) break;
            if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child += 1;
            if (!isBefore(heap[child], last)) break;
            heap[place] = heap[child];
            place = child;
        }
        heap[place] = last;
        return first;
    }
}

/**
 * @param {Task} one
 * @param {Task} other
 */
function isBefore(one, other) {
    return one.at < other.at || (one.at === other.at && one.number < other.number);
}
