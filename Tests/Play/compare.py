"""Compares the game with its reference: compare.py JUDGE WORDS GAMES. Both judge random legal games, and modified ones."""
import hashlib, json, random, subprocess, sys

import play_reference as reference


def some_word(game, trie, rng):
    """Finds a playable word by a random walk, which takes a hundredth of the time of finding all words."""
    opened, played, found = [face for face in range(81) if game.open(face)], {word for word, _ in game.played}, []

    def walk(face, node, path):
        path = path + [face]
        if node.get("$") and node["$"] not in played:
            found[:] = path
            # Stop at the first word, since the words' lengths don't matter.
            if rng.random() < 0.5:
                return True
        nearby = [other for other in reference.TOUCH[face] if other in opened and other not in path and game.letters[other] in node]
        rng.shuffle(nearby)
        return any(walk(other, node[game.letters[other]], path) for other in nearby)

    rng.shuffle(opened)
    any(game.letters[face] in trie and walk(face, trie[game.letters[face]], []) for face in opened)
    return found


def random_game(letters, words, trie, rng, limit):
    """Makes a legal game of up to 45 moves. It ends earlier if no cubelet is left. One move in ten removes a cubelet."""
    game, moves = reference.Game(letters, words, limit), []
    for _ in range(rng.randint(1, 45)):
        there = [cubelet for cubelet in range(27) if any(game.open(3 * cubelet + axis) for axis in range(3))]
        if not there:
            break
        faces = some_word(game, trie, rng) if rng.random() >= 0.1 else []
        move = {"faces": faces} if faces else {"cubelet": rng.choice(there)}
        move["at"] = game.at + rng.randint(0, limit // 45)
        game.play(move)
        moves.append(move)
    return game, moves


def main(judge, path, count):
    words = reference.Words(open(path, "rb").read())
    trie, rng, limit = reference.Finder(words).trie, random.Random(27), reference.MINUTES * 60_000
    program = subprocess.Popen([judge, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(**case):
        program.stdin.write(json.dumps(case) + "\n")
        program.stdin.flush()
        return program.stdout.readline().rstrip("\n")

    def judged(letters, moves):
        """Returns the verdict, which must be the same by game and reference."""
        expected = reference.outcome(letters, words, moves, limit)
        text = f"{expected[0]} {expected[1]}" if isinstance(expected, tuple) else str(expected)
        found = ask(letters=letters, moves=moves, limit=limit)
        if found != text:
            sys.exit(f"The reference says {text}, the game {found}: {letters} {json.dumps(moves)}")
        return expected

    reasons = {}
    for number in range(count):
        seed = hashlib.sha256(b"%d" % number).digest()
        letters, _ = reference.puzzle(seed, words)
        if (found := ask(seed=list(seed))) != letters:
            sys.exit(f"The reference makes {letters} of {seed.hex()}, the game {found}")
        game, moves = random_game(letters, words, trie, rng, limit)
        judged(letters, moves)
        # A changed game may still be legal. Then try another change.
        while not isinstance(refused := judged(letters, reference.mutated(game, moves, rng)), tuple):
            pass
        reasons[refused[1]] = reasons.get(refused[1], 0) + 1
        if number % 1000 == 999:
            print(f"{number + 1} games", flush=True)
    if program.poll() is not None or set(reasons) != {
        "out_of_time", "too_short", "repeated_face", "not_open", "not_touching", "not_a_word", "already_played"
    } and count >= 1000:
        sys.exit(f"Some reason never occurred: {reasons}")
    program.stdin.close()
    program.wait(timeout=60)
    print(f"The game and its reference agree on {count} puzzles, as many random games, and as many spoiled ones: {reasons}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
