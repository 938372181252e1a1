// Starts the client: reads the session, and shows the address's screen.
import { replica, session } from "./client.js";
import * as frame from "./parts/frame/frame.js";
import { keepLanguage, phrase } from "./first-phrases.js";
import { go, match } from "./routes.js";
import { say } from "./parts/controls/states.js";

/** The time from a whole copy to the worker, in milliseconds. It fetches every file, and the first screen goes first. */
const settling = 1500;

addEventListener("outdated", async () => (await import("./parts/frame/version.js")).loadNewest());

// With a worker every file is here, so the screen's modules come while the session is read.
if (navigator.serviceWorker?.controller) {
    match(location.pathname, ["watch", "class", "play", "admin"])?.route.load().catch(() => {});
}
await session.start();
frame.applyTheme(session.preference("theme"));
frame.startFrame();

const followLanguage = () => {
    const me = replica.me();
    if (me && keepLanguage(me.language)) location.reload();
};
replica.subscribe(["me"], followLanguage);
followLanguage();

session.subscribe((person, why) => {
    if (why === "signedOut") {
        keepLanguage(undefined);
        go("/", { replace: true });
    } else frame.showPage();
    if (why === "ended") say(phrase("frame.sessionEnded"));
    if (person) installWorker();
});
if (session.current()) installWorker();

/** Installs the worker once everything of the person is here, and the first screen has had time to load. */
function installWorker() {
    if (!replica.isWhole()) {
        const stop = replica.subscribe(["pass"], () => {
            if (!replica.isWhole()) return;
            stop();
            installWorker();
        });
        return;
    }
    setTimeout(async () => {
        try {
            await (await import("./client/names.js")).names.follow();
            await (await import("./parts/frame/version.js")).installWorker();
            if (session.preference("push")) await (await import("./client/push.js")).push.confirm();
        } catch {
            // The next visit does it.
        }
    }, settling);
}

// A click on a notification opens a page in a window that is there.
navigator.serviceWorker?.addEventListener("message", ({ data }) => { if (typeof data?.open === "string") go(data.open); });
