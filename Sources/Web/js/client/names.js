// What people are called.

import { davenport } from "../client.js";
import { Names } from "../davenport/names.js";

/** The names of the person who is signed in. */
export const names = davenport.use(Names);
