"""The main program of bin/torture, which describes what it does."""

import argparse
import asyncio
import pathlib
import random
import signal
import sys

from failover import Failover, FailoverSite
from moves import Moves
from place import Site
from pods import PodSite
from readings import Readings
from report import Report
from rounds import Rounds
from soak import Soak
from strain import Strain
from upgrade import Upgrade

from tools.failure import say
from tools.running import in_folder
from tools.system import ROOT


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/torture", description="Break a deployment under load, and count lost changes.")
    parser.add_argument("minutes", type=float, nargs="?", default=5.0, help="the duration; 5 by default")
    parser.add_argument("--self-test", action="store_true", help="make PostgreSQL lose commits, and check that they are found")
    parser.add_argument("--soak", type=float, default=0, metavar="MINUTES", help="break nothing: run at half load, and show resource use over time")
    parser.add_argument("--rate", type=float, default=0, metavar="N", help="the requests a second of a soak, instead of half the capacity")
    parser.add_argument("--strain", action="store_true", help="measure ten times the clients, a slow database, a held lock, a full disk")
    parser.add_argument("--upgrade", type=pathlib.Path, metavar="FOLDER", help="upgrade from the version in this checkout, which must be built")
    parser.add_argument("--failover", action="store_true", help="fail over between two PostgreSQL servers under Patroni")
    parser.add_argument("--pods", action="store_true", help="move communities between three pods")
    parser.add_argument("--moves", type=int, default=60, metavar="N", help="the number of moves between pods; 60 by default")
    parser.add_argument("--only", default="", metavar="HARM,…", help="use only these harms")
    parser.add_argument("--cycles", type=int, default=0, help="the number of cycles, however long they take")
    parser.add_argument("--clients", type=int, default=32, help="the number of clients; 32 by default")
    parser.add_argument("--recovery", type=float, default=2.0, metavar="SECONDS", help="the longest permitted recovery; 2 by default")
    parser.add_argument("--without-pgbouncer", action="store_true", help="connect both servers to PostgreSQL without PgBouncer")
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build" / "debug", help="the folder of the programs")
    parser.add_argument("--seed", type=int, default=None, help="repeat the random choices of the run with this seed")
    parser.add_argument("--keep", action="store_true", help="keep the logs")
    return parser.parse_args()


def _site(arguments: argparse.Namespace, folder: pathlib.Path, chance: random.Random) -> Site:
    if arguments.failover:
        return FailoverSite(folder, arguments.programs, chance, is_synchronous=not arguments.self_test)
    begins_with = arguments.upgrade.resolve() / ".build" / "debug" if arguments.upgrade else arguments.programs
    site = Site(folder, begins_with, chance, ("synchronous_commit=off",) if arguments.self_test else ())
    if not site.is_mounted:
        say("No file system can be mounted here, so the disk is never filled.")
    return site


async def _torture(arguments: argparse.Namespace, folder: pathlib.Path) -> Report | Readings | Strain:
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 32)
    say(f"The seed is {seed}.")
    chance = random.Random(seed)
    arguments.programs = arguments.programs.resolve()
    if arguments.upgrade or arguments.failover:
        # An older version may not support a pooler in front of PostgreSQL, and a pooler would hide a failover from the servers.
        arguments.without_pgbouncer = True
    site: Site | PodSite = PodSite(folder, arguments.programs, chance) if arguments.pods else _site(arguments, folder, chance)
    ending = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, ending.set)
    try:
        if isinstance(site, PodSite):
            moves = Moves(site, chance, arguments, ending)
            return await (moves.self_test() if arguments.self_test else moves.run())
        if arguments.strain:
            return await Strain(site, chance, arguments, ending).run()
        if arguments.soak:
            return await Soak(site, chance, arguments, ending).run()
        if arguments.upgrade:
            return await Upgrade(site, chance, arguments, ending).run()
        rounds = (Failover if arguments.failover else Rounds)(site, chance, arguments, ending)
        return await (rounds.self_test() if arguments.self_test else rounds.run())
    finally:
        await site.end()


_asked = _arguments()
sys.exit(in_folder("bin/torture", lambda folder: _torture(_asked, folder), _asked.keep))
