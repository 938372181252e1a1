"""Plays games by the rules, with words that are quick to find."""

import random
from typing import Any

from tools.cube import Game


class Played:
    """A play, with the moves that were acknowledged or are being sent."""

    def __init__(self, play: str, letters: str) -> None:
        self.id = play
        self._game = Game(letters)
        self.moves: list[dict[str, Any]] = []

    def next(self, chance: random.Random) -> dict[str, Any] | None:
        """Makes another move, usually a word; None if there is none, or if the play is long enough."""
        if len(self.moves) >= 12:
            return None
        if chance.random() < 0.2:
            move: dict[str, Any] = {"cubelet": chance.choice(self._game.cubelets())}
        elif faces := self._game.word(chance):
            move = {"faces": faces}
        else:
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


def _text(move: dict[str, Any], word: tuple[str, int] | None) -> str:
    return f"{move['at']} {move['faces']} {word[0]} {word[1]}" if word else f"{move['at']} {move['cubelet']}"
