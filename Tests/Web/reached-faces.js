// For each position, the open faces that Flat lacks, or that no arrow or no letter reaches; and how many of all no turn shows.
// A page of the client evaluates this.
(async (positions) => {
    const main = document.querySelector('script[type=module]').src;
    const { Game } = await import(new URL("davenport/rules/game.js", main).href);
    const { cube, neighbour } = await import(new URL("parts/play/cube.js", main).href);
    const shape = cube({ onFace: () => {} });
    shape.node.style.width = "288px";
    document.querySelector("main").replaceChildren(shape.node);
    scrollTo(0, 0);
    const scene = shape.node.querySelector(".cube-space");
    scene.style.transition = "none";
    const hit = (found, open) => {
        for (const face of open.filter((one) => !found.has(one))) {
            const node = shape.node.querySelector(`[data-face="${face}"]`);
            const { x, y, width, height } = node.getBoundingClientRect();
            for (let at = 0; at < 144 && !found.has(face); at++) {
                const [right, down] = [(at % 12 + 0.5) / 12, (Math.floor(at / 12) + 0.5) / 12];
                if (node.contains(document.elementFromPoint(x + width * right, y + height * down))) found.add(face);
            }
        }
    };
    const unreached = [];
    let [faces, hidden] = [0, 0];
    const angles = [0, -10, 10, -20, 20];
    const turns = angles.flatMap((yaw) => angles.map((pitch) => [yaw, pitch]));
    for (const [letters, moves] of positions) {
        const game = new Game(letters, undefined, Infinity, moves);
        const { open } = game;
        shape.update({ game, path: [] });
        shape.node.removeAttribute("data-flat");
        const tapped = new Set();
        for (const [yaw, pitch] of turns) {
            shape.turn(0, 0);
            shape.turn(yaw, pitch);
            hit(tapped, open);
            if (open.every((face) => tapped.has(face))) break;
        }
        faces += open.length;
        hidden += open.length - tapped.size;
        shape.node.setAttribute("data-flat", "");
        const flat = open.filter((face) => {
            const node = shape.node.querySelector(`[data-face="${face}"]`);
            const { x, y, width, height } = node.getBoundingClientRect();
            return width >= 24 && height >= 24 && node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        });
        const walked = new Set(open.slice(0, 1));
        for (const face of walked) {
            for (const way of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
                const next = neighbour(open, face, way);
                if (next !== undefined) walked.add(next);
            }
        }
        for (const face of open) {
            const typed = game.faces(game.spelled([face]));
            const isTyped = typed !== undefined && game.letters[typed[0]] === game.letters[face];
            const reached = { flat: flat.includes(face), walked: walked.has(face), isTyped };
            if (!Object.values(reached).every(Boolean)) unreached.push({ letters, moves: moves.length, face, ...reached });
        }
    }
    return { faces, hidden, unreached };
})
