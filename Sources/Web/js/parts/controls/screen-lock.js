// The screen, which stays awake while one watches along.

/** Keeps the screen awake, or lets it sleep. */
export function screenLock() {
    /** @type {Promise<{release(): Promise<void>} | undefined> | undefined} */
    let lock;
    return (/** @type {boolean} */ isWanted) => {
        if (isWanted === (lock !== undefined)) return;
        lock?.then((held) => held?.release());
        // Browsers refuse it where the battery is low.
        lock = isWanted ? Promise.resolve(navigator.wakeLock?.request("screen")).catch(() => undefined) : undefined;
    };
}
