// Settings: account, this device, export and deletion. Sessions and notifications have subpages.
import { el, fill, icon } from "../dom.js";
import { notSent, replica, session } from "../client.js";
import { accountForms } from "../parts/account/account.js";
import { feedbackForm } from "../parts/account/feedback.js";
import { actionButton, choice, radios } from "../parts/controls/form.js";
import { applyTheme } from "../parts/frame/frame.js";
import { signOut, yourData } from "../parts/account/your-data.js";
import { notificationSettings } from "../parts/account/notifications.js";
import { pictureForm } from "../parts/account/picture.js";
import { teacherList } from "../parts/class/teachers.js";
import { sessionList } from "../parts/account/sessions.js";
import { skeleton } from "../parts/controls/states.js";

/** @type {import("../parts/frame/frame.js").Screen} */
export default function settings(context) {
    const { section } = context.params;
    if (section === "sessions") return subpage(context, "Sessions", sessionList(context));
    if (section === "notifications") return subpage(context, "Notifications", notificationSettings(context));
    const body = el("div", {}, skeleton());
    let isShown = false;
    const openPassword = () => {
        const button = location.hash === "#change-password" && body.querySelector("#change-password > button");
        if (button instanceof HTMLElement) button.click();
    };

    function update() {
        const me = replica.me();
        if (!me || isShown) return;
        isShown = true;
        fill(body, pictureForm(me, context.signal), accountForms(me, context.signal),
            session.keptTenant()?.features.includes("class") && me.role === "student" && teacherList(context.signal), device(),
                more(), feedbackForm(), yourData());
        context.state("ready");
        context.settled();
        requestAnimationFrame(openPassword);
    }

    context.title("You");
    addEventListener("hashchange", openPassword, { signal: context.signal });
    context.signal.addEventListener("abort", replica.subscribe(["me"], update));
    update();
    return el("div", {}, el("header", { class: "bar" }, el("h1", {}, "You")), body);
}

/**
 * @param {import("../parts/frame/frame.js").Context} context
 * @param {string} title
 * @param {Node} body
 */
function subpage(context, title, body) {
    context.title(title);
    return el("div", {},
        el("header", { class: "bar" }, el("a", { class: "icon-button", href: "/settings", "aria-label": "Back" }, icon("back")),
            el("h1", {}, title)), body);
}

function device() {
    const theme = radios("Theme", [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]],
        session.preference("theme"), async (value) => {
        const chosen = /** @type {"light" | "dark" | "system"} */ (value);
        applyTheme(chosen);
        await session.setPreference("theme", chosen);
    });
    return el("section", { class: "block", "aria-labelledby": "device" }, el("h2", { id: "device" }, "This device"),
        el("div", { class: "card stack-tight" }, theme,
            toggle("gate", "Hide what the others wrote until I have watched"),
            toggle("keepAwake", "Keep the screen awake while I watch along"),
            toggle("shortcuts", "Letters as keys in rooms: j, k, c, r, w and ?")),
        el("div", {}, actionButton("Sign out", signOut)));
}

/**
 * @param {"gate" | "keepAwake" | "shortcuts"} name
 * @param {string} label
 */
function toggle(name, label) {
    const { node, input } = choice("checkbox", label, { checked: session.preference(name) });
    input.addEventListener("change", () => session.setPreference(name, input.checked));
    return node;
}

function more() {
    const waiting = notSent().length;
    const line = (/** @type {string} */ path, /** @type {string} */ label, /** @type {string} */
        about) => el("a", { class: "group-row", href: path },
        el("span", { class: "setting-text" }, el("span", { class: "name" }, label), el("span", { class: "small soft" }, about)),
            icon("next"));
    return el("nav", { class: "block", "aria-label": "More settings" }, el("div", { class: "card rows" },
        line("/settings/notifications", "Notifications", "What your devices notify you of, and when"),
        line("/not-sent", "Not sent",
            waiting === 0 ? "Nothing that you wrote was refused"
                : `${waiting} ${waiting === 1 ? "thing" : "things"} that the server didn’t take`),
        line("/settings/sessions", "Sessions", "Where you are signed in"),
        replica.runsCommunity() && line("/admin", "Administration",
            "Reports, members, invites, filtered words, feedback and the audit")));
}
