"""Makes faults on purpose, one at a time, and shows which tests catch each."""

import argparse
import os
import pathlib
import sys
import time

from mutant import MODEL, Mutant, OutOfDate, mutants
from tree import ROOT, Broken, Tree

MUTANTS = mutants()


def main() -> int:
    """Runs the chosen mutants. Returns the exit status: 1 if the tests missed a fault."""
    arguments = _arguments()
    if arguments.list:
        for mutant in MUTANTS:
            print(f"{mutant.name}: {mutant.sentence}")
        return 0
    chosen = [mutant for mutant in MUTANTS if not arguments.names or mutant.name in arguments.names]
    if unknown := set(arguments.names) - {mutant.name for mutant in chosen}:
        print(f"bin/check --mutants: there is no mutant {', '.join(sorted(unknown))}; --list names them.", file=sys.stderr)
        return 2
    if arguments.names and (unseen := [mutant.name for mutant in chosen if mutant.is_equivalent]):
        print(f"bin/check --mutants: no test can detect {', '.join(unseen)}; --list says why.", file=sys.stderr)
        return 2
    try:
        return _check([mutant for mutant in chosen if not mutant.is_equivalent])
    except (Broken, OutOfDate) as fault:
        print(f"bin/check --mutants: {fault}", file=sys.stderr)
        return 1


def _check(chosen: list[Mutant]) -> int:
    tree = Tree(pathlib.Path(os.environ.get("MUTANTS_FOLDER") or ROOT / ".build" / "mutants").absolute())
    # Check all mutants before the first build. Otherwise an outdated one would fail the run hours later.
    for mutant in chosen:
        mutant.applied((ROOT / mutant.file).read_text())
    print("Building the tests without a fault", flush=True)
    tree.without_fault()
    suites = tuple(sorted({suite for mutant in chosen for group in mutant.suites for suite in group}))
    if failures := tree.failures(suites):
        raise Broken(f"These tests fail without a fault: {', '.join(failures)}.")
    missed = [mutant.name for mutant in chosen if not _is_caught(tree, mutant)]
    print(f"{len(chosen)} faults were made, {len(chosen) - len(missed)} were caught" + "".join(f"\nnot caught: {name}" for name in missed))
    return 1 if missed else 0


def _is_caught(tree: Tree, mutant: Mutant) -> bool:
    begin = time.monotonic()
    before = tree.make(mutant)
    try:
        for suites in mutant.suites:
            if failures := tree.failures(suites, mutant):
                more = f" and {len(failures) - 1} more" if len(failures) > 1 else ""
                catcher = "the model" if suites == (MODEL,) else "tests"
                print(f"{mutant.name}: caught by {catcher}: {failures[0]}{more} ({time.monotonic() - begin:.0f} s)", flush=True)
                return True
        print(f"{mutant.name}: NOT CAUGHT ({time.monotonic() - begin:.0f} s)", flush=True)
        return False
    finally:
        tree.restore(mutant, before)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/check --mutants", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the faults to make; all by default")
    parser.add_argument("--list", action="store_true", help="print the faults' names, each with a sentence")
    return parser.parse_args()


sys.exit(main())
