// Starts the client: reads the session, then shows the screen of the address.
import * as session from "./session.js";
import * as frame from "./parts/frame.js";
import { go } from "./routes.js";
import { say } from "./parts/states.js";

/** How long the first screen may load before the worker is installed, which fetches every file of the client, in milliseconds. */
const settling = 1_500;

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

/** Installs the worker once the first screen has had time to load. Without network, the next visit does. */
function installWorker() {
    setTimeout(() => import("./parts/version.js").then((version) => version.installWorker()).then(() => import("./push.js"))
        .then((push) => push.confirm()).catch(() => {}), settling);
}

// A click on a notification opens a page in a window that is there.
navigator.serviceWorker?.addEventListener("message", ({ data }) => { if (typeof data?.open === "string") go(data.open); });
