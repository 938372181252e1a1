// The screens of the links that people are sent, and of a new community, each by its page's name.
import newPassword from "./new-password.js";
import noMails from "./no-mails.js";
import verifyEmail from "./verify-email.js";
import { newCommunity } from "./join.js";

/** @type {Record<string, import("../parts/frame/frame.js").Screen>} */
const screens = { "new-password": newPassword, "no-mails": noMails, "verify-email": verifyEmail,
    begin: newCommunity };

/** @type {import("../parts/frame/frame.js").Screen} */
export default function link(context) {
    return /** @type {import("../parts/frame/frame.js").Screen} */ (screens[context.params.page ?? ""])(context);
}
