"""The game of play (rules 12) for tests that play it: which words can be played on a cube, and what a move changes. The server refuses a wrong one."""

import dataclasses
import functools
import random
from collections.abc import Iterable
from typing import Any

from tools.system import ROOT

LIST = ROOT / "words" / "en.txt"
#: The length of the longest words to search for. Longer ones take more time, and a search blocks all clients of a torture.
LONGEST = 5
#: A cubelet is gone after so many words.
STRENGTH = 3


def _position(cubelet: int) -> tuple[int, int, int]:
    return cubelet // 9, cubelet // 3 % 3, cubelet % 3


def _extents(face: int) -> list[tuple[int, int]]:
    """A face's range on each of the three axes."""
    return [(at + 1, at + 1) if axis == face % 3 else (at, at + 1) for axis, at in enumerate(_position(face // 3))]


def _touch(one: int, other: int) -> bool:
    return one != other and all(a[0] <= b[1] and b[0] <= a[1] for a, b in zip(_extents(one), _extents(other), strict=True))


#: The faces that share a corner with each face, and the cubelet in front of it.
TOUCH = [[other for other in range(81) if _touch(face, other)] for face in range(81)]
FRONT = [face // 3 + (9, 3, 1)[face % 3] if _position(face // 3)[face % 3] < 2 else None for face in range(81)]


@dataclasses.dataclass(frozen=True)
class Words:
    """The English word list: all words, the letters' values, and the short words as a tree of letters."""

    words: frozenset[str]
    value: dict[str, int]
    beginnings: dict[str, Any]


@functools.cache
def words() -> Words:
    """Reads the word list, once."""
    _, letters, _, *listed = LIST.read_text(encoding="utf-8").splitlines()
    beginnings: dict[str, Any] = {}
    for word in listed:
        if len(word.replace("qu", "q")) <= LONGEST:
            node = beginnings
            for letter in word.replace("qu", "q"):
                node = node.setdefault(letter, {})
            node["$"] = word
    return Words(frozenset(listed), {entry[0]: int(entry.rpartition(":")[2]) for entry in letters.split()}, beginnings)


class Game:
    """A game with the moves so far, each of which must be legal."""

    def __init__(self, letters: str, moves: Iterable[dict[str, Any]] = ()) -> None:
        self.letters = letters
        self.at = 0
        #: The words with their scores.
        self.played: list[tuple[str, int]] = []
        self._wear = [0] * 27
        for move in moves:
            self.play(move)

    def open(self, face: int) -> bool:
        """Whether nothing is in front of a face that is there."""
        front = FRONT[face]
        return self._is_there(face // 3) and (front is None or not self._is_there(front))

    def _is_there(self, cubelet: int) -> bool:
        return self._wear[cubelet] < STRENGTH

    def text(self, faces: list[int]) -> str:
        """The word on these faces."""
        return "".join(self.letters[face] for face in faces).replace("q", "qu")

    def play(self, move: dict[str, Any]) -> None:
        """Plays a legal move."""
        self.at = move.get("at", self.at)
        if "cubelet" in move:
            self._wear[move["cubelet"]] = STRENGTH
            return
        faces = move["faces"]
        for face in faces:
            self._wear[face // 3] += 1
        score = sum(words().value[self.letters[face]] for face in faces) * (len(faces) - 2) * len({face % 3 for face in faces})
        self.played.append((self.text(faces), score))

    def word(self, chance: random.Random) -> list[int] | None:
        """The faces of some word that can be played; None if there is none."""
        opened = [face for face in range(81) if self.open(face)]
        played = {word for word, _ in self.played}
        chance.shuffle(opened)

        def found(path: list[int], node: dict[str, Any]) -> list[int] | None:
            if node.get("$", "") not in ("", *played):
                return path
            for face in TOUCH[path[-1]]:
                if face in opened and face not in path and self.letters[face] in node:
                    if further := found([*path, face], node[self.letters[face]]):
                        return further
            return None

        first = ((face, words().beginnings.get(self.letters[face])) for face in opened)
        return next(filter(None, (found([face], node) for face, node in first if node)), None)

    def cubelets(self) -> list[int]:
        """The cubelets that can be removed."""
        return [cubelet for cubelet in range(27) if any(self.open(3 * cubelet + axis) for axis in range(3))]
