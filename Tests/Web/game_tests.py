"""Tests of the web client's game: it agrees with the server's, and every open face can be reached.

GAMES says on how many random games (300); `bin/check --web` with GAMES=10000 plays 10,000.
"""

import json
import os
import pathlib
import random
import subprocess
from collections import Counter

from demo_server import PROGRAM
from puzzles import LIST, begun, random_case
from visit import Visit


def games_agree_with_the_servers(site, browser):
    """rules/game.js agrees with Swift's game on random games; GAMES says on how many (300; the full check plays 10,000).

    In every position of these games, each open face has its place in Flat and a letter that can be typed, and nearly all are seen at some turn.
    """
    visit = Visit(browser, site.url)
    visit.page.goto("/")
    visit.shows("enter")
    visit.page.evaluate(PLAY, LIST.read_text())
    visit.page.evaluate(GEOMETRY)
    judge = subprocess.Popen([pathlib.Path(PROGRAM).with_name("play-judge"), str(LIST)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    rng, count, reasons, reached = random.Random(27), int(os.environ.get("GAMES", 300)), set(), Counter()
    for first in range(0, count, 100):
        cases, answers = [], []
        for number in range(first, min(count, first + 100)):
            case = random_case(number, rng)
            judge.stdin.write(json.dumps(case) + "\n")
            judge.stdin.flush()
            cases.append(case)
            answers.append(json.loads(judge.stdout.readline()))
        found, places = visit.page.evaluate(JUDGE, cases)
        assert places["faults"] == [], places["faults"][:3]
        reached.update(places["counts"])
        for case, answer, other in zip(cases, answers, found):
            expected = {"score": answer["score"], "open": answer["open"], "refused": answer.get("refused"), "laid": answer["laid"],
                        "words": [[move.get("word"), move.get("score")] for move in answer["moves"]]}
            assert other == expected, (case, expected, other)
            reasons |= {(answer.get("refused") or "0 none").split()[1]}
    judge.stdin.close()
    judge.wait()
    assert count < 1000 or len(reasons) == 8, reasons
    print("        ", *(f"{number} {name}" for name, number in reached.items()))
    # What a turn doesn't show, Flat does.
    assert reached["hidden at every turn"] * 1000 < reached["open faces"], reached
    visit.end()


def every_open_face_can_be_reached(site, browser):
    """On positions of random games, each open face is hit at some turn, is in Flat, is reached by arrows, and its letter can be typed.

    What is hit without a turn is what the geometry says, by which `games_agree_with_the_servers` looks at more positions.
    """
    visit, _ = begun(site, browser, "untimed", size=(320, 640))
    rng, positions = random.Random(8), []
    for number in range(40):
        case = random_case(number, rng, spoils=False)
        positions += [[case["letters"], case["moves"][:count]] for count in range(0, len(case["moves"]) + 1, 2)]
    visit.page.evaluate(GEOMETRY)
    faults = visit.page.evaluate(REACH, positions)
    assert faults["count"] > 150 and faults["unreached"] == [], (faults["count"], faults["unreached"][:5])
    assert faults["differing"] == [], faults["differing"][:5]
    visit.end()


# Plays games by rules/game.js.
PLAY = """async (list) => {
    const main = document.querySelector('script[type=module]').src;
    const { Game } = await import(new URL("davenport/rules/game.js", main).href);
    const { Words } = await import(new URL("davenport/rules/words.js", main).href);
    const words = globalThis.words = new Words(new TextEncoder().encode(list));
    globalThis.Game = Game;
    globalThis.played = (letters, moves, limit) => {
        const game = new Game(letters, words, limit);
        for (const move of moves) {
            const refused = game.refusal(move);
            if (refused) return { game, refused: [game.moves.length, refused] };
            game.accept(game.judged(move));
        }
        return { game, refused: null };
    };
}"""

JUDGE = """(cases) => {
    const places = { counts: { positions: 0, "open faces": 0, "hidden at every turn": 0 }, faults: [] };
    return [cases.map(({ letters, moves, limit, typed }) => {
        const { game, refused } = played(letters, moves, limit);
        for (let count = 0; count <= game.moves.length; count++) look(new Game(letters, undefined, Infinity, game.moves.slice(0, count)), game.moves[count], places);
        return { score: game.score, open: game.open, refused: refused && refused.join(" "), laid: typed.map((word) => game.faces(word) ?? null),
            words: game.moves.map(({ word, score }) => [word ?? null, score ?? null]) };
    }), places];
}"""

# From the cube's geometry: how much of a face is seen at a turn, behind the cubelets that are there. And `look`, which counts the faces of a position
# that no turn shows, and notes those that Flat lacks or that can't be typed.
GEOMETRY = """async () => {
    const main = document.querySelector('script[type=module]').src;
    const { axisOf, place } = await import(new URL("davenport/rules/game.js", main).href);
    const { spot } = await import(new URL("parts/play/cube.js", main).href);
    const [across, enough] = [10, 0.3];
    const radians = (degrees) => degrees * Math.PI / 180;
    const cubelets = Array.from({ length: 27 }, (_, cubelet) => [0, 1, 2].map((axis) => place(3 * cubelet, axis)));
    /** Where the eye is, seen from the cube: css/play.css rotates by these angles. */
    const eye = ([yaw, pitch]) => {
        const [x, y] = [radians(pitch - 35.264), radians(yaw - 45)];
        return [Math.cos(x) * Math.cos(y), -Math.cos(x) * Math.sin(y), -Math.sin(x)];
    };
    /** The cubelets between a point and the eye, as bits. */
    const between = (point, ray) => cubelets.reduce((mask, corner, cubelet) => {
        const [near, far] = [0, 1].map((end) => [0, 1, 2].map((axis) => (corner[axis] + end - point[axis]) / ray[axis]));
        return Math.min(...far) > Math.max(0, ...near) + 1e-9 ? mask | 1 << cubelet : mask;
    }, 0);
    const points = (face) => Array.from({ length: across ** 2 }, (_, number) => {
        const inner = [number % across, Math.floor(number / across)].map((at) => (at + 0.5) / across);
        return [0, 1, 2].map((axis) => place(face, axis) + (axis === axisOf(face) ? 1 : inner.shift()));
    });
    const angles = [0, -15, 15, -30, 30];
    globalThis.turns = angles.flatMap((yaw) => angles.map((pitch) => [yaw, pitch]));
    const masks = turns.map((turn) => Array.from({ length: 81 }, (_, face) => points(face).map((point) => between(point, eye(turn)))));
    const present = (game) => game.wear.reduce((mask, _, cubelet) => game.has(cubelet) ? mask | 1 << cubelet : mask, 0);
    globalThis.partSeen = (game, face, turn) => masks[turn][face].filter((mask) => (mask & present(game)) === 0).length / across ** 2;
    globalThis.look = (game, next, { counts, faults }) => {
        const { open } = game;
        const inCell = new Map();
        counts.positions += 1;
        counts["open faces"] += open.length;
        for (const face of open) {
            if (!turns.some((_, turn) => partSeen(game, face, turn) >= enough)) counts["hidden at every turn"] += 1;
            const cell = `${axisOf(face)} ${spot(face)}`;
            inCell.set(cell, (inCell.get(cell) ?? 0) + 1);
            if (spot(face).some((at) => at < 0 || at > 2)) faults.push(["beside the board", face]);
            const typed = game.faces(game.spelled([face]));
            if (typed === undefined || game.letters[typed[0]] !== game.letters[face]) faults.push(["not typed", face]);
        }
        // A cell has room for two faces of 24 px.
        for (const [cell, count] of inCell) if (count > 2) faults.push(["crowded", cell]);
        if (next?.word && game.spelled(game.faces(next.word) ?? []) !== next.word) faults.push(["not typed", next.word]);
    };
}"""

# For each position, the open faces that no turn, no place in Flat, no arrow or no letter reaches.
REACH = """async (positions) => {
    const main = document.querySelector('script[type=module]').src;
    const { Game } = await import(new URL("davenport/rules/game.js", main).href);
    const { cube, neighbour } = await import(new URL("parts/play/cube.js", main).href);
    const shape = cube({ onFace: () => {} });
    shape.node.style.width = "288px";
    document.querySelector("main").replaceChildren(shape.node);
    scrollTo(0, 0);
    const scene = shape.node.querySelector(".scene");
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
    const [unreached, differing] = [[], []];
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
            if (yaw === 0 && pitch === 0) for (const face of open) {
                const part = partSeen(game, face, 0);
                if (part > 0.1 ? !tapped.has(face) : part === 0 && tapped.has(face)) differing.push({ letters, moves: moves.length, face, part });
            }
            if (open.every((face) => tapped.has(face))) break;
        }
        shape.node.setAttribute("data-flat", "");
        const flat = open.filter((face) => {
            const node = shape.node.querySelector(`[data-face="${face}"]`);
            const { x, y, width, height } = node.getBoundingClientRect();
            return width >= 24 && height >= 24 && node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        });
        const walked = new Set(open.slice(0, 1));
        for (const face of walked) for (const way of [[-1, 0], [1, 0], [0, -1], [0, 1]]) { const next = neighbour(open, face, way); if (next !== undefined) walked.add(next); }
        for (const face of open) {
            const typed = game.faces(game.spelled([face]));
            const isTyped = typed !== undefined && game.letters[typed[0]] === game.letters[face];
            if (!(tapped.has(face) || flat.includes(face)) || !flat.includes(face) || !walked.has(face) || !isTyped) {
                unreached.push({ letters, moves: moves.length, face, tapped: tapped.has(face), flat: flat.includes(face), walked: walked.has(face), isTyped });
            }
        }
    }
    return { count: positions.length, unreached, differing };
}"""
