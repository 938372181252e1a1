"""Plays games by the rules of the reference in Python, with words that are quick to find."""

import random
from typing import Any

from Play.play_reference import TOUCH, Game, Words

from tools.system import ROOT

#: The length of the longest words to search for. Longer ones take more time, and the search blocks all clients.
LONGEST = 5


class Dictionary:
    """The short English words as a tree of letters."""

    def __init__(self) -> None:
        self.words = Words((ROOT / "words" / "en.txt").read_bytes())
        self.beginnings: dict[str, Any] = {}
        for word in self.words.words:
            faces = word.replace("qu", "q")
            if len(faces) <= LONGEST:
                node = self.beginnings
                for letter in faces:
                    node = node.setdefault(letter, {})
                node["$"] = word


class Played:
    """A play, with the moves that were acknowledged or are being sent."""

    def __init__(self, play: str, letters: str, dictionary: Dictionary) -> None:
        self.id = play
        self._dictionary = dictionary
        # The latest time of a move in an untimed play, which may last for days.
        self._game = Game(letters, dictionary.words, limit=10**9)
        self.moves: list[dict[str, Any]] = []

    def next(self, chance: random.Random) -> dict[str, Any] | None:
        """Makes another move, usually a word; None if there is none, or if the play is long enough."""
        if len(self.moves) >= 12:
            return None
        move = self._removal(chance) if chance.random() < 0.2 else self._word(chance)
        if not move:
            return None
        # The time must not be ahead of the server's.
        move["at"] = self._game.at + chance.randrange(1000)
        self._game.play(move)
        self.moves.append(move)
        return move

    @property
    def text(self) -> str:
        """All of its moves, in the form of the ledger's query."""
        words = iter(self._game.played)
        return "; ".join(_text(move, next(words) if "faces" in move else None) for move in self.moves)

    def _removal(self, chance: random.Random) -> dict[str, Any]:
        return {"cubelet": chance.choice([cubelet for cubelet in range(27) if any(self._game.open(3 * cubelet + axis) for axis in range(3))])}

    def _word(self, chance: random.Random) -> dict[str, Any] | None:
        opened = [face for face in range(81) if self._game.open(face)]
        played = {word for word, _ in self._game.played}
        chance.shuffle(opened)

        def found(path: list[int], node: dict[str, Any]) -> list[int] | None:
            if node.get("$", "") not in ("", *played):
                return path
            for face in TOUCH[path[-1]]:
                if face in opened and face not in path and self._game.letters[face] in node:
                    if further := found([*path, face], node[self._game.letters[face]]):
                        return further
            return None

        for face in opened:
            if node := self._dictionary.beginnings.get(self._game.letters[face]):
                if faces := found([face], node):
                    return {"faces": faces}
        return None


def _text(move: dict[str, Any], word: tuple[str, int] | None) -> str:
    return f"{move['at']} {move['faces']} {word[0]} {word[1]}" if word else f"{move['at']} {move['cubelet']}"
