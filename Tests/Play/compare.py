"""Holds the game against its reference: compare.py JUDGE WORDS GAMES. Random legal games and spoiled ones go to both."""
import hashlib, json, random, subprocess, sys

import play_reference as reference


def main(judge, path, count):
    words = reference.Words(open(path, "rb").read())
    finder, rng, limit = reference.Finder(words), random.Random(27), reference.MINUTES * 60_000
    program = subprocess.Popen([judge, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(**case):
        program.stdin.write(json.dumps(case) + "\n")
        program.stdin.flush()
        return program.stdout.readline().rstrip("\n")

    def judged(letters, moves):
        """What both say of a play; they must say the same."""
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
        game, moves = reference.random_game(letters, words, finder, rng, limit)
        judged(letters, moves)
        # A change may leave a play legal: then there is another.
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


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
