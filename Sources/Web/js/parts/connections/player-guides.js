// What somebody does in each player, so that it tells Davenport what they have watched.
import { phrase } from "../../phrases.js";

/**
 * @typedef {object} Guide
 * @property {string} name of the player.
 * @property {string} needs what the player needs for it.
 * @property {string} account what the field for the account says.
 * @property {readonly string[]} steps what to do there with the address.
 */

/** @type {Record<string, Guide>} */
export const guides = {
    plex: {
        name: "Plex", needs: phrase("connections.plex.needs"), account: phrase("connections.plex.account"),
        steps: [phrase("connections.plex.open"), phrase("connections.plex.paste"), phrase("connections.players.save")],
    },
    jellyfin: {
        name: "Jellyfin", needs: phrase("connections.jellyfin.needs"), account: phrase("connections.jellyfin.account"),
        steps: [phrase("connections.jellyfin.open"), phrase("connections.jellyfin.paste"), phrase("connections.jellyfin.tick"),
            phrase("connections.players.save")],
    },
    emby: {
        name: "Emby", needs: phrase("connections.emby.needs"), account: phrase("connections.emby.account"),
        steps: [phrase("connections.emby.open"), phrase("connections.emby.paste"), phrase("connections.emby.tick"),
            phrase("connections.players.save")],
    },
};
