// What somebody does in each player, so that it tells Davenport what they have watched.

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
        name: "Plex", needs: "Plex sends it with Plex Pass.",
        account: "Your name as Plex shows it, of the person in Plex Home if there are several. Not your e-mail address.",
        steps: ["In Plex on the web, open Settings, and there Webhooks.", "Choose Add Webhook, and paste the address.", "Save."],
    },
    jellyfin: {
        name: "Jellyfin", needs: "Jellyfin sends it with the plugin Webhook, which an administrator installs.",
        account: "The name with which you sign in to Jellyfin.",
        steps: ["In Jellyfin’s Dashboard, open Plugins. Install Webhook, and start Jellyfin again.",
            "In the plugin’s settings, add a Generic Destination, and paste the address as Webhook Url.",
            "Tick Playback Stop, Episodes, Movies and Send All Properties. With User Data Saved, what you mark by hand counts, "
                + "too.",
            "Save."],
    },
    emby: {
        name: "Emby", needs: "Emby sends it with Premiere.",
        account: "The name with which you sign in to Emby.",
        steps: ["In Emby’s Settings, open Webhooks, or Notifications in newer versions.",
            "Add a webhook, paste the address, and choose JSON (application/json).",
            "Tick Playback, Stop and Users, Mark Played.", "Save."],
    },
};
