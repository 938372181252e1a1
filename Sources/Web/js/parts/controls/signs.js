// The signs of pages that aren't needed at first: each has a name, as those of dom.js have.
import { drawn } from "../../dom.js";

const paths = {
    info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5v.01",
    more: "M5.5 12v.01M12 12v.01M18.5 12v.01",
    close: "M6 6l12 12M18 6 6 18",
    send: "M5 12h14M13 6l6 6-6 6",
    down: "M12 5v14M6 13l6 6 6-6",
    up: "M12 19V5M6 11l6-6 6 6",
    clip: "M19 11.5l-7.5 7.5a4.5 4.5 0 0 1-6.5-6.5L13 4.5a3 3 0 0 1 4.5 4.5L10 16.5a1.5 1.5 0 0 1-2-2L15 7.5",
    play: "M7.5 5v14L19 12z",
    pause: "M8.5 5v14M15.5 5v14",
    phone: "M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2",
    computer: "M5 5h14v10H5zM2.5 18.5h19",
    picture: "M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5zM3.5 16.5l5-5 4.5 4.5 2.5-2.5 5 4.5M15.5 9.5v.01",
    remove: "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10 10.5v5.5M14 10.5v5.5",
    choose: "M7 10l5 5 5-5",
    bell: "M5 17.5 6.5 15v-4a5.5 5.5 0 0 1 11 0v4l1.5 2.5zM10 20.5h4M12 5.5v-2",
    key: "M8 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM11.5 12H21v3.5M17 12v2.5",
    calendar: "M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7",
    shield: "M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z",
    message: "M4 5.5h16v11H10l-4.5 4v-4H4z",
    envelope: "M4 6h16v12H4zM4 7l8 6 8-6",
    forbidden: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.8 5.8l12.4 12.4",
    robot: "M5.5 9h13v10h-13zM12 9V5.5M9.5 13.5v.01M14.5 13.5v.01",
    clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
    search: "M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM15.5 15.5l5 5",
    smile: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 14.5a4.3 4.3 0 0 0 7 0M9 9.5v.01M15 9.5v.01",
};

/**
 * The icon of this name.
 * @param {keyof typeof paths} name
 */
export const sign = (name) => drawn(paths[name], name === "more" ? "icon icon-bold" : "icon");
