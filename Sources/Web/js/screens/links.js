// The screens of the links that people are sent, each by its page's name.
import newPassword from "./new-password.js";
import noMails from "./no-mails.js";
import verifyEmail from "./verify-email.js";

/** @type {Record<string, import("../parts/frame/frame.js").Screen>} */
const screens = { "new-password": newPassword, "no-mails": noMails, "verify-email": verifyEmail };

/** @type {import("../parts/frame/frame.js").Screen} */
export default function link(context) {
    return /** @type {import("../parts/frame/frame.js").Screen} */ (screens[context.params.page ?? ""])(context);
}
