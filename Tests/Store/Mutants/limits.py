"""Changes each limit by one step, one at a time, and shows whether a test of the limit's rule catches it.

A limit is a number in the folders Sources/*/Rules, as the value of a constant or as the argument `limit:` or `seconds:`, or in sql/functions
and sql/views, as an interval or as an integer above 1. Its comment cites its rule, or else the comment of its type or file does, and
docs/rules/tests.md lists the rule's tests. All limits in Swift are compiled into one build, which reads from a file which of them to change.
SQL needs no build, because the programs read its files when they start. Exits with status 1 if a limit isn't caught or cites no rule.
"""

import argparse
import dataclasses
import pathlib
import re
import sys
import time

from tree import ROOT, Broken, Tree

#: Numbers that no rule promises, by the reason. `bin/check --mutants limits --list` prints them.
UNPROMISED = {
    "it bounds what one transaction or one cache holds, and changes no answer":
        "FileRules.erasedFiles NotificationRules.pruneBatch Upkeep.batch CatalogueRules.upcomingLimit CatalogueRules.changesLimit "
        "CatalogueRules.cleanUpInterval PlayRules.pageMoves ClassRules.pageBytes CommentRules.smallPage CommentRules.reactionBytes "
        "CommentRules.pictureBytes",
    "it bounds what the server reads of a foreign file or answer that nobody makes so large":
        "CatalogueRules.refusalLimit TenantFile.longestLine CalendarRevisions.limit CalendarRevisions.lastMoment StoreIntake.length "
        "Form.candidates ServiceAccount.limit",
    "it is part of a format that the server alone writes and reads":
        "TenantFile.version FeedCursor.epochLength FeedCursor.digestLength FeedCursor.version Date.lastMillisecond WebhookSecrets.length "
        "PlayRules.secretLength FileRules.chunk FileRules.thumbnail 20_room_group",
    "it paces servers among each other or their retries, and the rules don't say how":
        "CatalogueRules.backoff CatalogueRules.rest CatalogueRules.usualPause CatalogueRules.longestStore CatalogueRules.skew "
        "CatalogueRules.upcomingRead CatalogueRules.fetchLimit CatalogueRules.fetchesPerRequester CatalogueRules.backgroundFetches "
        "CatalogueRules.crowded CatalogueRules.seasonsAhead CatalogueDeadlines.lookUp CatalogueDeadlines.pictures "
        "CatalogueDeadlines.request CatalogueDeadlines.connection Passwords.retryAfter Passwords.waitLimit SessionRules.rest SyncRules.gathering "
        "SyncRules.payload DeviceRules.reregistrationDelay MadeUsernames.attempts",
    "it is how exactly the time of a use is stored": "CatalogueRules.useWritten SessionRules.touchInterval",
    "a test would have to measure seconds by the machine's clock": "CatalogueRules.changesRead WebhookRules.gathering",
    "one more is the same: what is kept longer than anybody can ask for it, or read further than it says, changes no answer":
        "10_resolve_tenant 10_write_digests 20_members_left 30_assignments_left 30_readers_left 40_score_tier CalendarRevisions.memory "
        "FileTypeFinder.longest BotRules.tokenDays",
    "only the command line has it, and its help says it": "AuditPage.sizes AuditPage.usual",
}
#: Why the limits in migrations aren't changed. `--list` prints them too.
MIGRATIONS = "an applied migration never changes"
NUMBER = r"\d[\d_]*(?:\.\d+)?(?: (?:\*|<<) \d[\d_]*)*"
#: The words that the value of a limit may contain beside numbers.
WORDS = r"\"[^\"]*\"|\b(?:Allowance|Capacity|Duration|seconds|milliseconds|map|a|minute|hour|day|isShared|true)\b|\$0"


@dataclasses.dataclass(frozen=True)
class Limit:
    """A number in a file, with the numbers of its rules."""

    name: str
    #: The path from the root of the tree.
    file: str
    line: int
    #: The place of the number's text in the file.
    start: int
    text: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.name} ({self.text})"

    def applied(self, content: str) -> str:
        """Returns the SQL file's content with the changed number."""
        words = self.text.removesuffix("'")
        changed = f"{words} 1 second'" if words != self.text else str(int(self.text) + 1)
        return content[:self.start] + changed + content[self.start + len(self.text):]


def rules_of(comment: str) -> tuple[str, ...]:
    """Returns the numbers of the rules that a comment cites, such as 5.3; chapters count as none."""
    found = []
    for first, rest in re.findall(r"\brules? (\d+\.\d+)((?:(?: to |, | and )\d+\.\d+)*)", re.sub(r"\s*\n\s*(?:///|--)\s*", " ", comment)):
        for mark, number in [("", first), *re.findall(r"( to |, | and )(\d+\.\d+)", rest)]:
            chapter, last = number.split(".")
            begin = int(found[-1].split(".")[1]) + 1 if mark == " to " else int(last)
            found += [f"{chapter}.{rule}" for rule in range(begin, int(last) + 1)]
    return tuple(dict.fromkeys(found))


def swift_limits(name: str, text: str) -> list[Limit]:
    """Finds the limits of a Swift file. A comment holds for all declarations below it, up to an empty line or the next comment."""
    limits, comment, type_name, function, type_rules, place, is_open = [], "", "", "", (), 0, False
    for number, line in enumerate(text.split("\n"), 1):
        code = line.strip()
        if code.startswith("///"):
            comment, is_open = (comment if is_open else "") + code + "\n", True
        else:
            is_open = False
            if not code:
                comment = ""
            if found := re.match(r"(?:\w+ )*(?:struct|enum|extension|class|actor) ([\w.]+)", line):
                type_name, type_rules, comment = found[1], rules_of(comment), ""
            values = []
            if found := re.match(r" *(?:\w+ )*(?:static let (\w+)(?:: [\w<>\[\]]+)?|var (\w+): Duration) = (.+)$", line):
                if not re.search(r"[A-Za-z\"$]", re.sub(WORDS, "", found[3])):
                    values = [(found[1] or found[2], found.start(3), found[3])]
            elif not code.startswith("//"):
                function = found[1] if (found := re.search(r"\bfunc (\w+)", line)) else function
                calls = re.finditer(rf"\b(limit|seconds): (?:\.fixed\()?({NUMBER})", line)
                values = [(f"{function}.{found[1]}", found.start(2), found[2]) for found in calls]
            for key, start, value in values:
                for found in re.finditer(rf"(?<![\w$])(?<!\w\.)({NUMBER})", re.sub(r'"[^"]*"', lambda text: "_" * len(text[0]), value)):
                    rules = rules_of(comment) or type_rules
                    limits.append(Limit(f"{type_name}.{key}", name, number, place + start + found.start(), found[1], rules))
        place += len(line) + 1
    return limits


def sql_limits(name: str, text: str) -> list[Limit]:
    """Finds the limits of an SQL file. The comment at its beginning holds for the whole file, unless one above the limit cites a rule."""
    bare = re.sub(r"--.*", lambda comment: " " * len(comment[0]), text)
    found = re.finditer(r"interval ('\d[^']*[a-z]')|(?<![\w.$'\[-])(\d+)(?![\w'\]])(?=(?:[^'\n]|'[^'\n]*')*$)", bare, re.M)
    limits = []
    for match in found:
        value, start = match[1] or match[2], match.start(1) if match[1] else match.start(2)
        if match[2] and int(value) < 2:
            continue
        above = re.search(r"((?:^ *--.*\n)+)[^\n]*\Z", text[:start], re.M)
        rules = rules_of(above[1] if above else "") or rules_of(re.match(r"(?:--.*\n)*", text)[0])
        limits.append(Limit(pathlib.Path(name).stem, name, text.count("\n", 0, start) + 1, start, value, rules))
    return limits


def limits() -> list[Limit]:
    """Finds the limits of the source tree, without those that no rule promises."""
    folders = [*sorted(ROOT.glob("Sources/*/Rules")), ROOT / "sql/functions", ROOT / "sql/views"]
    found = []
    for file in [file for folder in folders for file in sorted(folder.rglob("*"))]:
        if file.suffix in (".swift", ".sql"):
            find = swift_limits if file.suffix == ".swift" else sql_limits
            found += find(str(file.relative_to(ROOT)), file.read_text())
    unpromised = {name for names in UNPROMISED.values() for name in names.split()}
    if outdated := unpromised - {limit.name for limit in found}:
        raise Broken(f"These limits of UNPROMISED don't exist: {', '.join(sorted(outdated))}.")
    return [limit for limit in found if limit.name not in unpromised]


def tests_of_rules() -> dict[str, list[str]]:
    """Returns the names of the Swift tests of each rule."""
    index = (ROOT / "docs/rules/tests.md").read_text()
    return {rule: re.findall(r"`(\w+/\w+)`", tests) for rule, tests in re.findall(r"^- \*\*(\d+\.\d+)\*\* (.*)$", index, re.M)}


class Limits:
    """The tree with the tests of the limits, in which one limit at a time is changed."""

    def __init__(self, chosen: list[Limit]) -> None:
        self._chosen, self._tests = chosen, tests_of_rules()

    def _names(self, rules: tuple[str, ...]) -> list[str]:
        return sorted({test for rule in rules for test in self._tests.get(rule, [])})

    def _failures(self, names: list[str], fault: str = "") -> list[str]:
        return self._tree.failures(rf"\.(?:{'|'.join(names)})\(", fault)

    def _instrumented(self, switch: pathlib.Path) -> dict[str, str]:
        """Returns the contents of the Swift files in which each limit is one more if its number stands in the file `switch`."""
        changes = {}
        for number, limit in reversed(list(enumerate(self._chosen))):
            if limit.file.endswith(".swift"):
                text = changes.get(limit.file) or (ROOT / limit.file).read_text() + (
                    "\nimport Foundation\nprivate func stepped<N: Numeric>(_ value: N, _ number: Int) -> N {\n"
                    f'    (try? String(contentsOfFile: "{switch}", encoding: .utf8)) == "\\(number)" ? value + 1 : value\n}}\n')
                changes[limit.file] = text[:limit.start] + f"stepped({limit.text}, {number})" + text[limit.start + len(limit.text):]
        return changes

    def missed(self) -> list[Limit]:
        """Changes each limit. Returns those that no test of their rules caught."""
        switch = Tree.place() / "limit"
        switch.parent.mkdir(parents=True, exist_ok=True)
        switch.write_text("none")
        self._tree = Tree(self._instrumented(switch))
        print("Building the tests", flush=True)
        self._tree.build("The tree")
        if failures := self._failures(self._names(tuple(rule for limit in self._chosen for rule in limit.rules))):
            raise Broken(f"These tests fail without a fault: {', '.join(failures)}.")
        return [limit for number, limit in enumerate(self._chosen) if not self._is_caught(number, limit, switch)]

    def _is_caught(self, number: int, limit: Limit, switch: pathlib.Path) -> bool:
        begin = time.monotonic()
        file = self._tree.folder / ".build/debug/davenport_Schema.resources" / limit.file.removeprefix("sql/")
        before = file.read_text() if file.suffix == ".sql" else None
        try:
            switch.write_text(str(number))
            if before is not None:
                file.write_text(limit.applied(before))
            names = self._names(limit.rules)
            failures = self._failures(names, str(limit))
            result = f"caught by {failures[0]}" if failures else f"NOT CAUGHT by rule {', '.join(limit.rules)}: {', '.join(names)}"
            print(f"{limit}: {result} ({time.monotonic() - begin:.0f} s)", flush=True)
            return bool(failures)
        finally:
            switch.write_text("none")
            if before is not None:
                file.write_text(before)


def left_out() -> list[str]:
    """Returns a line for each number that is never changed, with the reason."""
    checks = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}: {MIGRATIONS}"
        for file in sorted((ROOT / "sql/migrations").glob("*.sql"))
        for number, line in enumerate(file.read_text().split("\n"), 1)
        if re.search(r"\bCHECK\b.*(?:<=?|>=?|BETWEEN|\{)\s*\d*[2-9]|\bCHECK\b.*(?:<=?|BETWEEN \d+ AND)\s*\d{2,}", line)
    ]
    return checks + [f"{names}: {reason}" for reason, names in UNPROMISED.items()]


def main() -> int:
    """Changes the chosen limits, or lists all."""
    parser = argparse.ArgumentParser(prog="bin/check --mutants limits", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="the limits to change; all by default")
    parser.add_argument("--list", action="store_true", help="print the limits with their rules, and the numbers that are left out")
    arguments = parser.parse_args()
    try:
        known, tests = limits(), tests_of_rules()
        chosen = [limit for limit in known if limit.name in (arguments.names or {limit.name for limit in known})]
        if unknown := sorted(set(arguments.names) - {limit.name for limit in chosen}):
            raise Broken(f"There is no limit {', '.join(unknown)}; --list names them.")
        if arguments.list:
            print(*(f"{limit}: rule {', '.join(limit.rules) or '?'}" for limit in chosen), "\nLeft out:", *left_out(), sep="\n")
            return 0
        if aimless := [limit for limit in chosen if not any(tests.get(rule) for rule in limit.rules)]:
            raise Broken("".join(f"\n{limit} cites no rule that a Swift test shows" for limit in aimless))
        missed = Limits(chosen).missed()
    except Broken as fault:
        print(f"bin/check --mutants limits: {fault}", file=sys.stderr)
        return 1
    print(f"{len(chosen)} limits, {len(missed)} not caught", *missed, sep="\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
