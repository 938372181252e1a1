"""Parses the command line of bin/bench. bin/bench itself describes what each measurement is."""

import argparse
import importlib
import types

#: The module of each measurement. Its function `measure(settings)` runs it.
MODULES = {"community": "community", "push": "pushes", "memory": "memory", "logins": "logins", "catalogue": "catalogue",
           "class": "classrooms", "play": "games", "players": "players", "sync": "feeds", "peers": "peers.beside", "slow": "slow"}


def parse(words: list[str]) -> argparse.Namespace:
    """Parses the arguments. Ends with a message and status 2 if they are invalid."""
    parser = argparse.ArgumentParser(prog="bin/bench", add_help=False, allow_abbrev=False)
    parser.add_argument("what", nargs="?", choices=MODULES, default="community")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--save", action="store_true")
    parser.add_argument("--due", nargs="?", type=_count, const=20_000, metavar="N")
    parser.add_argument("--minutes", type=_count, metavar="M")
    asked = parser.parse_args(words)
    if asked.due and asked.what != "push":
        parser.error("--due belongs to push")
    if asked.minutes and asked.what != "memory":
        parser.error("--minutes belongs to memory")
    return asked


def measurement(asked: argparse.Namespace) -> types.ModuleType:
    """Imports the module of the measurement. Imported late, so that signals are handled from the first moment on."""
    return importlib.import_module("due" if asked.due else MODULES[asked.what])


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 to 1,000,000")
    return int(text)
