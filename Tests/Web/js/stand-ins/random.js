// Random numbers that a seed repeats.

export class Random {
    /** @param {number} seed */
    constructor(seed) {
        this.state = (seed ^ 0x9E3779B9) >>> 0;
        for (let round = 0; round < 4; round++) this.next();
    }

    /** From 0 to below 1, by mulberry32. */
    next() {
        this.state = (this.state + 0x6D2B79F5) >>> 0;
        let mixed = this.state;
        mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    }

    /**
     * A whole number from 0 to below the limit.
     * @param {number} limit
     */
    below(limit) { return Math.floor(this.next() * limit); }

    /** @param {number} chance from 0 to 1 */
    happens(chance) { return this.next() < chance; }

    /**
     * @template T
     * @param {readonly T[]} items
     * @returns {T}
     */
    of(items) { return items[this.below(items.length)]; }

    /**
     * One of the names, each as often as its weight says.
     * @param {Record<string, number>} weights
     */
    weighted(weights) {
        let left = this.next() * Object.values(weights).reduce((sum, weight) => sum + weight, 0);
        for (const [name, weight] of Object.entries(weights)) if ((left -= weight) < 0) return name;
        return Object.keys(weights)[0];
    }

    /** @param {number} count */
    bytes(count) { return Uint8Array.from({ length: count }, () => this.below(256)); }
}
