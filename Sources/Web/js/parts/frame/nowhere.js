// The page of an address that there isn't.
import { el } from "../../dom.js";
import { phrase } from "../../phrases.js";

/** @type {import("./frame.js").Screen} */
export default function nowhere(context) {
    context.title(phrase("frame.notFound"));
    context.state("error");
    return el("div", { class: "stack" },
        el("header", { class: "bar" }, el("h1", {}, phrase("frame.notFound"))),
        el("div", { class: "empty" }, el("p", {}, phrase("frame.noSuchPage")),
            el("a", { href: "/" }, phrase("frame.toFirstPage"))));
}
