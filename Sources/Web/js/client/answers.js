// Answers that the feed doesn't bring.

import { davenport } from "../client.js";
import { Answers } from "../davenport/answers.js";

/** The kept answers of this page. */
export const answers = davenport.use(Answers);
