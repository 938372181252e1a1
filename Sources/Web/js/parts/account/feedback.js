// Feedback to those who run the community and make the software.
import { call } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { field, form } from "../controls/form.js";
import { KeptID } from "../controls/kept-id.js";
import { say } from "../controls/states.js";

/** The form that sends feedback to the people who run the community. */
export function feedbackForm() {
    const area = el("textarea", { rows: 6, class: "tall", dir: "auto" });
    const text = field(phrase("account.feedback.text"), { name: "text", input: area, required: true,
        hint: phrase("account.feedback.hint") });
    const done = el("p", { class: "small good" });
    const id = new KeptID();
    const node = form({
        draft: "feedback",
        id,
        fields: [text],
        action: phrase("account.feedback.send"),
        weight: "minor",
        extra: done,
        send: async () => {
            const version = /\/app\/([0-9a-f]+)\//.exec(import.meta.url)?.[1] ?? "";
            await call("createFeedback", { body: { id: id.value, text: area.value, context: `web ${version}` } });
            id.renew();
            area.value = "";
            fill(done, phrase("account.feedback.thanks"));
            say(phrase("account.feedback.thanks"));
        },
    });
    node.addEventListener("input", () => fill(done));
    return el("div", { class: "card narrow" }, node);
}
