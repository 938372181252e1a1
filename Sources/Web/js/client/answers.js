// Answers that the feed doesn't bring.

import { davenport } from "../client.js";
import { Answers } from "../davenport/answers.js";

export const answers = davenport.use(Answers);
