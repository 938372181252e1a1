// Timestamps as people write them.

export { cut, lastSecond, seconds, text as timestamp } from "../davenport/rules/timestamp.js";
