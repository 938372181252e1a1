// The invites of everybody, for those who run the community. Nothing of them is kept on this device.
import { call, replica } from "../../client.js";
import { el, fill } from "../../dom.js";
import { phrase, phraseAround } from "../../phrases.js";
import { ask } from "../controls/dialog.js";
import { undoable } from "../controls/undo.js";
import { radios } from "../controls/choices.js";
import { openMenu } from "../controls/menu.js";
import { sign } from "../controls/signs.js";
import { inviteButton, inviteesOf, inviteStanding } from "../people/invites.js";
import { pagedList } from "../controls/paged-list.js";
import { disc } from "../controls/person.js";
import { username } from "../controls/person-line.js";
import { agoInWords, dayText } from "../controls/time.js";
import { dotted } from "../watch/room-row.js";
import { roleChip } from "./member-row.js";

/** @typedef {Wire.Invite} Invite */

/** The list of all invites of the community, each with a button that withdraws it, and the button that makes another one. */
export function everybodysInvites() {
    let isOver = false;
    const list = pagedList({ page: (after) => invitesFrom(after, (invite) => inviteStanding(invite).isOver === isOver),
        line, empty: phrase("admin.nothing"), class: "card list invites" });
    list.load();
    const shown = radios(phrase("admin.show"), [["open", phrase("admin.invites.open")], ["over", phrase("admin.invites.over")]],
        "open", (value) => {
        isOver = value === "over";
        list.load();
    });
    return el("div", { class: "stack" },
        el("div", { class: "list-head" }, el("div", { class: "segmented" }, shown), inviteButton(() => list.load())), list.node);
}

/**
 * The next page with an invite that fits. The server doesn't tell open invites from the others.
 * @param {string | undefined} after
 * @param {(invite: Invite) => boolean} fits
 * @returns {Promise<{items: Invite[], next?: string}>}
 */
async function invitesFrom(after, fits) {
    const found = await call("listInvites", { query: { all: true, limit: 50, ...(after && { after }) } });
    const items = found.items.filter(fits);
    return items.length > 0 || !found.next ? { ...found, items } : invitesFrom(found.next, fits);
}

/** @param {Invite} first */
function line(first) {
    const node = el("li", { data: { invite: first.id } });
    node.tabIndex = -1;
    /** @param {Invite} invite */
    function showInvite(invite) {
        const { isOver, words } = inviteStanding(invite);
        const by = { who: invite.maker ? "person" : "operator", person: username(invite.maker) };
        const standing = isOver || invite.redemptions.length > 0 ? words
            : phrase("admin.invite.until", { day: dayText(new Date(invite.expiresAt)) });
        const more = !isOver && el("button", { class: "icon-button", "aria-haspopup": "true", "aria-expanded": "false",
            "aria-label": phrase("people.more", { name: invite.maker
                ? phrase("admin.invite.whose", { username: invite.maker.username }) : phrase("admin.invite.operators") }),
            onclick: () => more && openMenu(more, [{ label: phrase("admin.withdraw"), isBad: true,
                run: () => withdraw(invite, more) }]) }, sign("more"));
        fill(node, el("div", { class: "about-row" },
            disc(invite.maker, { large: true }),
            el("div", { class: "setting-text" },
                el("span", { class: "with-chip" }, el("span", { class: "name" },
                    invite.note ? el("bdi", {}, invite.note) : phraseAround("admin.invite.by", by)), " ", roleChip(invite)),
                el("span", { class: "small soft figures dots" }, ...dotted([invite.note && phraseAround("admin.by", by),
                    invite.maxUses > 1 && phrase("admin.invite.uses", { count: invite.maxUses }), standing,
                    phraseAround("admin.invite.made", { ago: agoInWords(invite.createdAt) })])),
                inviteesOf(invite)),
            more));
    }

    /**
     * @param {Invite} invite
     * @param {HTMLElement} opener
     */
    async function withdraw(invite, opener) {
        if (!await ask({ title: phrase("admin.invite.withdraw.ask"), text: phrase("admin.invite.withdraw.about"),
            action: phrase("admin.withdraw"), opener })) return;
        undoable({ said: phrase("admin.invite.withdrawing"), run: async () => {
            await call("withdrawInvite", { path: { inviteID: invite.id } });
            const hadFocus = node.contains(document.activeElement);
            showInvite({ ...invite, withdrawnAt: new Date(replica.now()).toISOString() });
            if (hadFocus) node.focus();
            return phrase("admin.withdrawn");
        } });
    }
    showInvite(first);
    return node;
}
