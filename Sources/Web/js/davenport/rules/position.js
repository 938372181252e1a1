// Where a person is in a show or movie (Positions.swift).

import { lastSecond } from "./timestamp.js";

/** The seconds after which a running position that nobody has renewed counts as paused. */
export const lease = 180;

/**
 * The second at which a position of this age is.
 * @param {{ seconds: number, running: boolean }} position
 * @param {number} age the whole seconds since it was set.
 */
export function second(position, age) {
    return isRunning(position, age) ? Math.min(position.seconds + age, lastSecond) : position.seconds;
}

/**
 * Whether a position of this age advances.
 * @param {{ running: boolean }} position
 * @param {number} age
 */
export function isRunning(position, age) {
    return position.running && age >= 0 && age < lease;
}

/**
 * The age at a time of a position as the copy keeps it: there its age counts from 1970, and so stays true.
 * @param {{ age: number }} kept
 * @param {number} now in milliseconds.
 */
export function age(kept, now) {
    return Math.min(Math.max(Math.floor(kept.age + now / 1000), 0), lease);
}
