"""The settings from the command line and the environment. bin/bench describes each measurement."""

import argparse
import dataclasses
import importlib
import os
import pathlib
import pwd
import re
import types

from tools.failure import Failure

#: The module of each measurement. Its function `measure(settings)` runs it.
MODULES = {"community": "community", "push": "pushes", "class": "classes", "play": "games", "players": "players", "sync": "feeds",
           "peers": "peers.beside", "web": "web_client", "dearest": "dearest"}


def parse(words: list[str]) -> argparse.Namespace:
    """Parses the arguments. Ends with a message and status 2 if they are invalid."""
    parser = argparse.ArgumentParser(prog="bin/bench", add_help=False, allow_abbrev=False)
    parser.add_argument("what", nargs="?", choices=MODULES, default="community")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--save", action="store_true")
    parser.add_argument("--due", nargs="?", type=_whole, const=20_000, metavar="N")
    asked = parser.parse_args(["dearest" if word == "--dearest" else word for word in words])
    if asked.due and asked.what != "push":
        parser.error("only push takes --due")
    return asked


def measurement(asked: argparse.Namespace) -> types.ModuleType:
    """Imports the module of the measurement. Imported late, so that signals are handled from the first moment on."""
    return importlib.import_module("due" if asked.due else MODULES[asked.what])


def _whole(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a whole number from 1 to 1,000,000")
    return int(text)


@dataclasses.dataclass(frozen=True)
class Settings:
    """The amount of data and rounds, the database's folder, and the programs to measure."""

    scale: str
    rounds: int
    seconds: int
    data: pathlib.Path
    #: Release builds of davenport, the older first; empty if one is to be built here.
    programs: tuple[pathlib.Path, ...]
    stand_in: pathlib.Path | None
    #: The number of due notifications, for push.
    due: int = 0

    @staticmethod
    def read(asked: argparse.Namespace) -> "Settings":
        """Reads the environment, which overrides `--quick`."""
        quick = asked.quick
        scale = os.environ.get("BENCH_SCALE") or ("0.1" if quick else "1")
        if not re.fullmatch(r"\d+(\.\d+)?", scale) or float(scale) == 0:
            raise Failure(f"BENCH_SCALE must be a number such as 0.1, not {scale!r}.")
        data = os.environ.get("BENCH_DATA") or f"/var/tmp/davenport-bench-{pwd.getpwuid(os.geteuid()).pw_name}"
        programs = _programs(os.environ.get("BENCH_BINARY", ""))
        return Settings(
            scale=scale, rounds=_count("BENCH_ROUNDS", 2 if quick else 3 if asked.what == "web" else 5), seconds=_count("BENCH_SECONDS", 2 if quick else 5),
            data=pathlib.Path(data).absolute(), programs=programs,
            stand_in=_stand_in(programs), due=asked.due or 0)


def _count(name: str, otherwise: int) -> int:
    text = os.environ.get(name) or str(otherwise)
    if not re.fullmatch(r"[1-9]\d{0,5}", text):
        raise Failure(f"{name} must be a whole number from 1, not {text!r}.")
    return int(text)


def _programs(text: str) -> tuple[pathlib.Path, ...]:
    paths = text.split(":") if text else []
    if len(paths) > 2:
        raise Failure("BENCH_BINARY names more than two programs: set one, or before:after.")
    return tuple(_program("BENCH_BINARY", path) for path in paths)


def _stand_in(programs: tuple[pathlib.Path, ...]) -> pathlib.Path | None:
    """The stand-in from the environment or from the newest program's folder; None if it must be built."""
    if given := os.environ.get("BENCH_STAND_IN"):
        return _program("BENCH_STAND_IN", given)
    beside = programs[-1].with_name("push-stand-in") if programs else None
    return beside if beside and os.access(beside, os.X_OK) else None


def _program(name: str, text: str) -> pathlib.Path:
    path = pathlib.Path(text).absolute()
    if not text or not path.is_file() or not os.access(path, os.X_OK):
        raise Failure(f"{name}: {text or 'an empty path'} is no program.")
    return path
