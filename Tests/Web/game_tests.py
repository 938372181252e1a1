"""Tests of the cube in the web client: every open face can be reached."""

import json
import pathlib

from demo_server import ROOT
from puzzles import begun


def every_open_face_can_be_reached(site, browser):
    """On positions of random games, each open face is in Flat, is reached by arrows, and its letter can be typed. Nearly all are seen at some turn."""
    games = json.loads((ROOT / "Tests/Web/vectors/game.json").read_text())["games"]
    positions = [[game["letters"], game["moves"][:count]] for game in games for count in range(0, len(game["moves"]) + 1, 2)]
    visit, _ = begun(site, browser, "untimed", size=(320, 640))
    found = visit.page.evaluate(pathlib.Path(__file__).with_name("reached-faces.js").read_text(), positions)
    assert found["unreached"] == [], found["unreached"][:5]
    # What a turn doesn't show, Flat does.
    assert 0 <= found["hidden"] * 200 < found["faces"], found
    visit.end()
