// The page of an address that there isn't.
import { el } from "../../dom.js";

/** @type {import("./frame.js").Screen} */
export default function nowhere(context) {
    context.title("Not found");
    context.state("error");
    return el("div", { class: "stack" },
        el("header", { class: "bar" }, el("h1", {}, "Not found")),
        el("div", { class: "empty" }, el("p", {}, "There is no such page."), el("a", { href: "/" }, "Go to the first page")));
}
