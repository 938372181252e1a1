"""Tests of the web client's game and list of words: both agree with the server's, and every open face can be reached.

GAMES says on how many random games (300); `bin/check --web` with GAMES=10000 plays 10,000.
"""

import json
import os
import pathlib
import random
import subprocess

from demo_server import PROGRAM, ROOT
from puzzles import LIST, WORDS, begun, random_case
from visit import Visit


def games_agree_with_the_servers(site, browser):
    """pure/game.js passes every vector, and agrees with Swift's game on random games; GAMES says on how many (300; the full check plays 10,000)."""
    visit = Visit(browser, site.url)
    visit.page.goto("/")
    visit.shows("enter")
    vectors = json.loads((ROOT / "Tests/Web/vectors/game.json").read_text())["games"]
    play_vectors = json.loads((ROOT / "Tests/Play/play_vectors.json").read_text())
    faults = visit.page.evaluate(AGREE_WITH_VECTORS, [vectors, play_vectors, LIST.read_text()])
    assert faults == [], faults[:3]
    judge = subprocess.Popen([pathlib.Path(PROGRAM).with_name("play-judge"), str(LIST)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    rng, count, reasons = random.Random(27), int(os.environ.get("GAMES", 300)), set()
    for first in range(0, count, 100):
        cases, answers = [], []
        for number in range(first, min(count, first + 100)):
            case = random_case(number, rng)
            judge.stdin.write(json.dumps(case) + "\n")
            judge.stdin.flush()
            cases.append(case)
            answers.append(json.loads(judge.stdout.readline()))
        found = visit.page.evaluate(JUDGE, cases)
        for case, answer, other in zip(cases, answers, found):
            expected = {"score": answer["score"], "open": answer["open"], "refused": answer.get("refused"), "laid": answer["laid"],
                        "words": [[move.get("word"), move.get("score")] for move in answer["moves"]]}
            assert other == expected, (case, expected, other)
            reasons |= {(answer.get("refused") or "0 none").split()[1]}
    judge.stdin.close()
    judge.wait()
    assert count < 1000 or len(reasons) == 8, reasons
    visit.end()


def words_agree_with_the_list(site, browser):
    """pure/words.js knows every word of the list, and none of 100,000 others."""
    visit = Visit(browser, site.url)
    visit.page.goto("/")
    visit.shows("enter")
    rng, others = random.Random(6), set()
    known = sorted(WORDS.words)
    while len(others) < 100_000:
        word = list(rng.choice(known))
        word[rng.randrange(len(word))] = rng.choice("abcdefghijklmnopqrstuvwxyzé")
        text = "".join(word)[:rng.randint(1, 15)]
        if text not in WORDS.words:
            others.add(text)
    others |= {"", "a", "zzzzzz", "zzz\nzzz", "a\n", "\n", "davenport-words 1 en", "aeiou"} - WORDS.words
    found = visit.page.evaluate("""async ([text, others]) => {
        const main = document.querySelector('script[type=module]').src;
        const { Words } = await import(new URL("pure/words.js", main).href);
        const words = new Words(new TextEncoder().encode(text));
        const known = text.split("\\n").slice(3, -1);
        return { known: known.length, missed: known.filter((word) => !words.has(word)), wrong: others.filter((word) => words.has(word)),
            values: [..."aeqz?"].map((letter) => words.value(letter)) };
    }""", [LIST.read_text(), sorted(others)])
    assert found == {"known": 114_132, "missed": [], "wrong": [], "values": [2, 1, 13, 10, 0]}, found
    visit.end()


def every_open_face_can_be_reached(site, browser):
    """On positions of random games, each open face is hit at some turn, is in Flat, is reached by arrows, and its letter can be typed."""
    visit, _ = begun(site, browser, "untimed", size=(320, 640))
    rng, positions = random.Random(8), []
    for number in range(40):
        case = random_case(number, rng, spoils=False)
        positions += [[case["letters"], case["moves"][:count]] for count in range(0, len(case["moves"]) + 1, 2)]
    faults = visit.page.evaluate(REACH, positions)
    assert faults["count"] > 150 and faults["unreached"] == [], (faults["count"], faults["unreached"][:5])
    visit.end()


# The games of the vectors, played by pure/game.js; returns what differs.
AGREE_WITH_VECTORS = """async ([games, shared, list]) => {
    const main = document.querySelector('script[type=module]').src;
    const { Game } = await import(new URL("pure/game.js", main).href);
    const { Words } = await import(new URL("pure/words.js", main).href);
    const words = globalThis.words = new Words(new TextEncoder().encode(list));
    globalThis.Game = Game;
    const faults = [];
    const same = (what, one, other) => { if (JSON.stringify(one) !== JSON.stringify(other)) faults.push([what, one, other]); };
    globalThis.played = (letters, moves, limit) => {
        const game = new Game(letters, words, limit);
        for (const move of moves) {
            const refused = game.refusal(move);
            if (refused) return { game, refused: [game.moves.length, refused] };
            game.accept(game.judged(move));
        }
        return { game, refused: null };
    };
    for (const one of games) {
        const { game } = played(one.letters, one.moves, 180_000);
        same("words", game.moves.map(({ word, score }) => [word ?? null, score ?? 0]), one.words);
        same("score", game.score, one.score);
        same("open", game.open, one.open);
        same("typed", one.typed.map(([word]) => [word, game.faces(word) ?? null]), one.typed);
        if (one.spoiled) same("refused", played(one.letters, one.spoiled, 180_000).refused, one.refused);
    }
    for (const one of shared.games) {
        const { game } = played(shared.cubes[one.cube].letters, one.moves, shared.limit);
        same("shared words", game.moves.filter(({ word }) => word).map(({ word, score }) => [word, score]), one.words);
        same("shared score", game.score, one.score);
        same("shared open", game.open, one.open);
        same("gone", game.wear.flatMap((_, cubelet) => game.has(cubelet) ? [] : [cubelet]), one.gone);
    }
    const [first] = shared.games;
    for (const { last, move, reason } of shared.refused) same("shared refused", played(shared.cubes[0].letters, [...first.moves, last], shared.limit).refused, [move, reason]);
    const { game } = played(shared.cubes[0].letters, [...first.moves, shared.accepted.last], shared.limit);
    same("accepted", [game.moves.at(-1).word, game.score], [shared.accepted.word, shared.accepted.score]);
    return faults;
}"""

JUDGE = """(cases) => cases.map(({ letters, moves, limit, typed }) => {
    const { game, refused } = played(letters, moves, limit);
    return { score: game.score, open: game.open, refused: refused && refused.join(" "), laid: typed.map((word) => game.faces(word) ?? null),
        words: game.moves.map(({ word, score }) => [word ?? null, score ?? null]) };
})"""

# For each position, the open faces that no turn, no place in Flat, no arrow or no letter reaches.
REACH = """async (positions) => {
    const main = document.querySelector('script[type=module]').src;
    const { Game } = await import(new URL("pure/game.js", main).href);
    const { cube, neighbour } = await import(new URL("parts/cube.js", main).href);
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
    const turns = [[0, 0]];
    for (const yaw of [-30, 0, 30]) for (const pitch of [-30, 0, 30]) turns.push([yaw, pitch]);
    const unreached = [];
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
    return { count: positions.length, unreached };
}"""
