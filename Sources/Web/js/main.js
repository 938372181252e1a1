// Starts the client: reads the session, then shows the screen of the address.
import { session } from "./client.js";
import * as frame from "./parts/frame/frame.js";
import { go } from "./routes.js";
import { say } from "./parts/controls/states.js";

/** How long the first screen may load before the worker is installed, which fetches every file of the client, in milliseconds. */
const settling = 1_500;

await session.start();
frame.applyTheme(session.preference("theme"));
frame.startFrame();

session.subscribe((person, why) => {
    if (why === "signedOut") go("/", { replace: true });
    else frame.showPage();
    if (why === "ended") say("Your session has ended. Sign in again.");
    if (person) installWorker();
});
if (session.current()) installWorker();

/** Installs the worker once the first screen has had time to load. */
function installWorker() {
    setTimeout(async () => {
        try {
            await (await import("./parts/frame/version.js")).installWorker();
            if (session.preference("push")) await (await import("./client/push.js")).push.confirm();
        } catch {
            // The next visit does it.
        }
    }, settling);
}

// A click on a notification opens a page in a window that is there.
navigator.serviceWorker?.addEventListener("message", ({ data }) => { if (typeof data?.open === "string") go(data.open); });
