"""Finds code for one system alone that this table doesn't name, and prints each place as FILE:LINE: TEXT.

Such code imports a system's C library, asks at compile time which system it is, or reads /proc. It stands in one file for each need, so that
a Mac needs few changes. Usage: python3 Tests/Check/systems.py [list]. With `list` it prints the table, with the number of places.
"""

import re
import subprocess
import sys

REASONS = {
    "Sources/LibC/LibC.swift": "the C library's name, and the type of a stream socket",
    "Sources/CSpawn/shim.h": "only glibc's module lacks the function",
    "Sources/Pictures/PictureChild.swift": "how a child gets no descriptors, how sending raises no signal, and where the running program is",
    "Sources/PictureDecoding/PictureWorker.swift": "glibc's limits are an enumeration, and without /proc their base is a guess",
    "Sources/CMalloc/shim.h": "only glibc's allocator has to be asked to return memory",
    "Sources/Postgres/DetachedThread.swift": "a pthread_t is optional on Darwin",
    "Sources/Programs/StartCode.swift": "without /proc no memory of code is returned",
    "Sources/Prometheus/ProcessMetrics.swift": "without /proc the process has no metrics",
    "Sources/Domain/Spool/SpoolFile.swift": "on Linux a file needs no name from the start",
    "Sources/DavenportStore/Files/DatabaseFile.swift": "Apple's systems keep attributes for backups and protection",
    "Development/LocalPostgres/Command.swift": "how a child gets a session of its own, and no descriptors",
    "Development/LocalPostgres/ServerAccount.swift": "Linux has setpriv, and a Mac sudo",
    "Tests/TestSupport/Shell.swift": "on a Mac tests run inside another program",
    "Tests/FuzzTests/Cost/CostTests.swift": "Dispatch's C module has a name of its own on Linux",
    "Tests/ServerTests/Edge/EdgeCrowdTests.swift": "only Linux has all of 127.0.0.0/8",
    "Tests/Play/Allocations/allocations.c": "only glibc lets a program replace its allocator by name",
    "Tests/DavenportAPITests/Play/LookUpTests.swift": "allocations can be counted only with glibc",
    "Tests/DomainTests/StartCodeTests.swift": "reads /proc, and runs only on Linux",
    "Tests/SecretsTests/SignedTransactionTests.swift": "reads /proc",
    "Tests/ClassTests/Files/ServerProcess.swift": "reads /proc",
    "Tests/TestSupport/OwnPostgres.swift": "reads /proc",
    "Tests/LocalPostgresTests/CommandTests.swift": "reads /proc",
    "Tests/PictureTests/ProcessTests.swift": "reads /proc",
    "Tests/LocalPostgresTests/RootTests.swift": "reads /proc",
    "Tests/LocalPostgresTests/LifecycleTests.swift": "reads /proc",
    "Tests/LocalPostgresTests/CrashTests.swift": "reads /proc",
}

LIBRARIES = "Glibc|Musl|Bionic|Android|Darwin|CDispatch"
CODE = re.compile(
    rf"\bimport +(\w+ +)?({LIBRARIES})\b|\b({LIBRARIES})\.[a-z]|\bcanImport\(({LIBRARIES})\)|\bos\([A-Za-z]+\)"
    r"|__GLIBC__|__linux__|__APPLE__|/proc\b"
)


def places():
    """Yields (file, line, text) for each line of such code. Comments don't count."""
    files = ["*.swift", "*.c", "*.h", "Package.swift"]
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *files], check=True, capture_output=True, text=True)
    for file in listed.stdout.splitlines():
        try:
            lines = open(file, encoding="utf-8").read().splitlines()
        except FileNotFoundError:
            continue
        for number, line in enumerate(lines, start=1):
            if CODE.search(re.sub(r"^\s*//.*", "", line)):
                yield file, number, line.strip()


found = list(places())
if sys.argv[1:] == ["list"]:
    for file, reason in REASONS.items():
        print(f"{file} ({sum(place[0] == file for place in found)}): {reason}")
else:
    for file, number, text in found:
        if file not in REASONS:
            print(f"{file}:{number}: {text}")
    for file in sorted(REASONS.keys() - {file for file, _, _ in found}):
        print(f"Tests/Check/systems.py: {file} has no such code")
