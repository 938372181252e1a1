// What the dashboard offers below the rooms: those of friends that one may ask to join, and notifications of this browser.
import { el } from "../../dom.js";
import { pushOffer } from "../account/push-offer.js";
import { joinableRooms } from "./joinable-rooms.js";

/**
 * The rooms of friends, and the notifications where they can be offered.
 * @param {AbortSignal} signal
 */
export const furtherOffers = (signal) => el("div", {}, joinableRooms(signal), pushOffer());
