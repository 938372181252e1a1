// Starts the client: reads the session, then shows the screen of the address.
import * as session from "./session.js";
import * as frame from "./parts/frame.js";
import { go } from "./routes.js";
import { say } from "./parts/status.js";
import { installWorker } from "./parts/version.js";

await session.start();
frame.applyTheme(session.preference("theme"));
frame.start();

session.subscribe((person, why) => {
    if (why === "signedOut") go("/", { replace: true });
    else frame.show();
    if (why === "ended") say("Your session has ended. Sign in again.");
    if (person) installWorker();
});
if (session.current()) installWorker();
