"""Tortures Davenport, as described in bin/torture, and reports acknowledged changes that were lost."""

import argparse
import asyncio
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Failures are reported as in bin/bench.
sys.path.append(str(ROOT / "Tests" / "Bench"))

from failure import Failure, say  # noqa: E402

from place import Site  # noqa: E402
from readings import Readings  # noqa: E402
from report import Report  # noqa: E402
from rounds import Rounds  # noqa: E402
from soak import Soak  # noqa: E402
from strain import Strain  # noqa: E402
from upgrade import Upgrade  # noqa: E402


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/torture", description="Kill everything under load, and count what is lost.")
    parser.add_argument("minutes", type=float, nargs="?", default=5.0, help="how long; 5 unless given")
    parser.add_argument("--self-test", action="store_true", help="show that it finds losses: PostgreSQL forgets acknowledged commits")
    parser.add_argument("--soak", type=float, default=0, metavar="MINUTES", help="harm nothing: half load, and the resources used over time")
    parser.add_argument("--rate", type=float, default=0, metavar="N", help="the requests a second of a soak, in place of half the capacity")
    parser.add_argument("--strain", action="store_true", help="ten times the clients, a slow database, a held lock, a full disk: each with its figures")
    parser.add_argument("--picture", type=pathlib.Path, metavar="FILE", help="the file for a soak's picture, an SVG")
    parser.add_argument("--upgrade", type=pathlib.Path, metavar="FOLDER", help="upgrade from the version built in that checkout to this one")
    parser.add_argument("--only", default="", metavar="HARM,…", help="use only these harms")
    parser.add_argument("--cycles", type=int, default=0, help="the number of cycles, however long they take")
    parser.add_argument("--clients", type=int, default=32, help="the number of clients; 32 unless given")
    parser.add_argument("--recovery", type=float, default=2.0, metavar="SECONDS", help="the longest recovery without a fault; 2 unless given")
    parser.add_argument("--without-pgbouncer", action="store_true", help="both servers reach PostgreSQL directly")
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build" / "debug", help="the folder of the programs")
    parser.add_argument("--seed", type=int, default=None, help="repeat the choices of a run")
    parser.add_argument("--keep", action="store_true", help="leave the logs")
    return parser.parse_args()


async def _torture(arguments: argparse.Namespace, folder: pathlib.Path) -> Report | Readings | Strain:
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 32)
    say(f"The seed is {seed}.")
    chance = random.Random(seed)
    arguments.programs = arguments.programs.resolve()
    if arguments.upgrade:
        # An older version may not support a pooler in front of PostgreSQL.
        arguments.without_pgbouncer = True
    begins_with = arguments.upgrade.resolve() / ".build" / "debug" if arguments.upgrade else arguments.programs
    site = Site(folder, begins_with, chance, ("synchronous_commit=off",) if arguments.self_test else ())
    if not site.is_mounted:
        say("No file system can be mounted here, so the disk is never filled.")
    ending = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, ending.set)
    try:
        if arguments.strain:
            return await Strain(site, chance, arguments, ending).run()
        if arguments.soak:
            return await Soak(site, chance, arguments, ending).run()
        if arguments.upgrade:
            return await Upgrade(site, chance, arguments, ending).run()
        rounds = Rounds(site, chance, arguments, ending)
        return await (rounds.self_test() if arguments.self_test else rounds.run())
    finally:
        await site.end()


def main() -> int:
    arguments = _arguments()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="davenport-torture-", dir="/var/tmp"))
    folder.chmod(0o755)
    begin = time.monotonic()
    try:
        report = asyncio.run(_torture(arguments, folder))
        text = report.text(time.monotonic() - begin)
    except Failure as failure:
        print(f"bin/torture: {failure}", file=sys.stderr)
        print(f"The logs are in {folder}.", file=sys.stderr)
        return 1
    except Exception as error:
        # A fault of this program. Print it last, so that a reader of only the end sees its place.
        print(*traceback.format_exception(error, limit=-3), f"The logs are in {folder}.", sep="", file=sys.stderr)
        return 1
    print(text)
    if report.is_good and not arguments.keep:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        print(f"The logs are in {folder}.", file=sys.stderr)
    return 0 if report.is_good else 1


sys.exit(main())
