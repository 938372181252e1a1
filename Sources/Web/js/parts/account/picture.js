// Pictures of the user and the community. They are cropped to a square of 512 px before the upload.
import { replica, upload } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase } from "../../phrases.js";
import { undoable } from "../controls/undo.js";
import { actionButton } from "../controls/form.js";
import { disc, name } from "../controls/person.js";
import { say, sentence } from "../controls/states.js";
import { dayText } from "../controls/time.js";

const side = 512;

/**
 * The person's face and name, with the buttons that set and remove the picture.
 * @param {import("../../types/wire.js").Me} first
 * @param {AbortSignal} signal
 */
export function ownPicture(first, signal) {
    const face = el("span", { class: "own-disc" });
    const words = el("div", { class: "profile-text" });
    const buttons = pictureButtons("person", async (picture) => {
        await upload("setAvatar", picture);
        await replica.refresh();
    }, () => replica.change("deleteAvatar"));

    function update() {
        const me = replica.me() ?? first;
        fill(face, disc(me, { large: true }));
        fill(words, name(me), el("span", { class: "small soft" }, roleSince(me)), buttons.node);
        buttons.update(me.avatarURL);
    }
    signal.addEventListener("abort", replica.subscribe(["me"], update));
    update();
    return el("div", { class: "profile" }, face, words);
}

/** @param {import("../../types/wire.js").Me} me */
const roleSince = ({ role, createdAt }) =>
    phrase("account.profile.since", { role, day: dayText(new Date(createdAt)) });

/**
 * The buttons that choose a picture and remove it.
 * @param {"person" | "community"} whose
 * @param {(picture: Blob) => Promise<unknown>} send
 * @param {() => Promise<unknown>} remove
 */
export function pictureButtons(whose, send, remove) {
    const fault = el("p", { class: "small bad", role: "alert" });
    const input = el("input",
        { type: "file", accept: "image/*", class: "unseen", "aria-label": phrase("account.picture.label") });
    const choose = el("button", { class: "button", onclick: () => input.click() }, phrase("account.picture.choose"));
    input.tabIndex = -1;
    const removal = actionButton(phrase("account.picture.remove"), async () => {
        undoable({ said: phrase("account.picture.removing", { whose }), run: async () => {
            await remove();
            return phrase("account.picture.removed");
        } });
    });
    let isSending = false;

    input.addEventListener("change", async () => {
        const [file] = input.files ?? [];
        if (!file || isSending) return;
        isSending = true;
        fill(fault);
        try {
            await send(await squared(file));
            say(phrase("account.picture.saved"));
        } catch (problem) {
            fill(fault, problem instanceof NotAPicture ? problem.message : sentence(problem));
        }
        isSending = false;
        input.value = "";
    });
    return {
        node: el("div", { class: "stack-tight" }, el("div", { class: "line" }, choose, input, removal), fault),
        /** @param {string | undefined} url of the picture there is */
        update: (url) => { removal.hidden = !url; },
    };
}

class NotAPicture extends Error {}

/**
 * The middle square of a picture, as WebP, or as JPEG where the browser writes none.
 * @param {File} file
 * @returns {Promise<Blob>}
 */
async function squared(file) {
    const image = await createImageBitmap(file).catch(() => {
        throw new NotAPicture(phrase("account.picture.notOne"));
    });
    const canvas = el("canvas", { width: side, height: side });
    const context = canvas.getContext("2d");
    const size = Math.min(image.width, image.height);
    context?.drawImage(image, (image.width - size) / 2, (image.height - size) / 2, size, size, 0, 0, side, side);
    image.close();
    /** @param {string} type */
    const write = (type) => new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, type,
        0.85));
    const small = await write("image/webp");
    const blob = small?.type === "image/webp" ? small : await write("image/jpeg");
    if (!blob) throw new NotAPicture(phrase("account.picture.large"));
    return blob;
}
