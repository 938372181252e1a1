// What browsers from spring 2024 on have and Node 18 lacks. Each function behaves as the specification says.

const promises = /** @type {any} */ (Promise);
promises.withResolvers ??= () => {
    const result = /** @type {any} */ ({});
    result.promise = new Promise((resolve, reject) => Object.assign(result, { resolve, reject }));
    return result;
};

const maps = /** @type {any} */ (Map);
maps.groupBy ??= (/** @type {Iterable<any>} */ items, /** @type {(item: any, index: number) => any} */ key) => {
    const groups = new Map();
    let index = 0;
    for (const item of items) {
        const name = key(item, index++);
        if (groups.has(name)) groups.get(name).push(item);
        else groups.set(name, [item]);
    }
    return groups;
};

const signals = /** @type {any} */ (AbortSignal);
signals.any ??= (/** @type {AbortSignal[]} */ all) => {
    const joined = new AbortController();
    for (const signal of all) {
        if (signal.aborted) joined.abort(signal.reason);
        else signal.addEventListener("abort", () => joined.abort(signal.reason), { once: true });
    }
    return joined.signal;
};

const arrays = /** @type {any} */ (Array.prototype);
for (const [name, plain] of [["toSorted", "sort"], ["toReversed", "reverse"], ["toSpliced", "splice"]]) {
    if (arrays[name]) continue;
    Object.defineProperty(arrays, name, {
        value: function (/** @type {any[]} */ ...rest) { const copy = [...this]; /** @type {any} */ (copy)[plain](...rest); return copy; },
        writable: true, configurable: true,
    });
}
