// The few signs of the client, drawn by strokes on a square of 24.

const paths = {
    watch: "M4 12V9.5A2.5 2.5 0 0 1 6.5 7h11A2.5 2.5 0 0 1 20 9.5V12M2.5 13.5a1.75 1.75 0 0 1 3.5 0V15h12v-1.5a1.75 1.75 0 0 1 3.5 0V18h-19zM5.5 18v1.5M18.5 18v1.5",
    archive: "M4 8.5h16V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM3 4.5h18v4H3zM9.5 12.5h5",
    people: "M9 11a3.25 3.25 0 1 0 0-6.5A3.25 3.25 0 0 0 9 11zM2.75 19.5a6.25 6.25 0 0 1 12.5 0M15.5 4.8a3.25 3.25 0 0 1 0 5.9M17.5 14.1a6.25 6.25 0 0 1 3.75 5.4",
    you: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0",
    back: "M14.5 5.5 8 12l6.5 6.5",
    plus: "M12 5v14M5 12h14",
    info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5v.01",
    more: "M5.5 12v.01M12 12v.01M18.5 12v.01",
    close: "M6 6l12 12M18 6 6 18",
    send: "M5 12h14M13 6l6 6-6 6",
    check: "M5 12.5l4.5 4.5L19 7.5",
    down: "M12 5v14M6 13l6 6 6-6",
    up: "M12 19V5M6 11l6-6 6 6",
    next: "M9.5 5.5 16 12l-6.5 6.5",
    search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5",
};

/**
 * A sign that screen readers skip.
 * @param {keyof typeof paths} name
 */
export function icon(name) {
    const space = "http://www.w3.org/2000/svg";
    const sign = document.createElementNS(space, "svg");
    sign.setAttribute("viewBox", "0 0 24 24");
    sign.setAttribute("class", name === "more" ? "icon icon-bold" : "icon");
    sign.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", paths[name]);
    sign.append(path);
    return sign;
}
