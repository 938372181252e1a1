"""Writes the manual page of a program from its --experimental-dump-help: manual.py VERSION TIME. bin/release runs it."""

import datetime
import json
import re
import sys

version, time = sys.argv[1], int(sys.argv[2])
program = json.load(sys.stdin)["command"]
lines = []


def escaped(text):
    """Returns the text so that man shows it as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("'", "\\(aq")
    return "\\&" + text if text.startswith(".") else text


def paragraphs(text):
    """Adds a text. Its indented lines are examples, and stay as they are."""
    for part in re.split(r"\n[ \t]*\n", text):
        if not lines[-1].startswith(".SH"):
            lines.append(".PP")
        for line in part.splitlines():
            if line.startswith(" "):
                lines.extend([".EX", escaped(line), ".EE"])
            else:
                lines.append(escaped(line))


def name(argument):
    """Returns how an argument is written: --port <port>, <file> or -h, --help."""
    value = f"<{argument['valueName']}>" if "valueName" in argument else ""
    if argument["kind"] == "positional":
        return value
    names = ", ".join(("--" if each["kind"] == "long" else "-") + each["name"] for each in argument["names"])
    return names + (f" {value}" if argument["kind"] == "option" else "")


def usage(argument):
    """Returns an argument as the synopsis shows it."""
    text = name(argument).split(", ")[-1] + ("..." if argument["isRepeating"] else "")
    return f"[{text}]" if argument["isOptional"] else text


def shown(arguments):
    """Returns the arguments without those that every command has."""
    return [each for each in arguments if each["shouldDisplay"] and each.get("valueName") not in ("help", "version")]


def commands(command):
    """Returns the commands below a command that its help shows."""
    return [each for each in command.get("subcommands", []) if each["shouldDisplay"] and each["commandName"] != "help"]


def section(command, path):
    """Adds a command: its synopsis, what it does, its arguments, and the commands below it."""
    arguments = shown(command.get("arguments", []))
    below = commands(command)
    if path:
        lines.extend([f".SS {escaped(' '.join(path))}"])
        if command.get("abstract"):
            lines.append(escaped(command["abstract"]))
        lines.extend([".PP", f".B {escaped(' '.join([program['commandName'], *path]))}"])
        lines.append(escaped(" ".join(usage(each) for each in arguments) or ("<command>" if below else "")))
        if command.get("discussion"):
            paragraphs(command["discussion"])
    for argument in arguments:
        default = f" The default is {argument['defaultValue']}." if argument.get("defaultValue") else ""
        lines.extend([".TP", f".B {escaped(name(argument))}", escaped(argument.get("abstract", "") + default) or "\\&"])
    for each in below:
        section(each, [*path, each["commandName"]])


title = program["commandName"]
day = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime("%Y-%m-%d")
lines.append(f'.TH {title.upper()} 1 {day} "Davenport {version}" "Davenport"')
lines.extend([".SH NAME", escaped(f"{title} - {program.get('abstract', '').rstrip('.')}"), ".SH SYNOPSIS", f".B {escaped(title)}"])
has_commands = bool(commands(program))
lines.append(escaped("<command> [<option>...]" if has_commands else " ".join(usage(each) for each in shown(program["arguments"]))))
if program.get("discussion"):
    lines.append(".SH DESCRIPTION")
    paragraphs(program["discussion"])
lines.append(".SH " + ("COMMANDS" if has_commands else "OPTIONS"))
section(program, [])
lines.extend([
    ".SH FILES", ".TP", ".I /etc/davenport/davenport.env", "The settings of the services, each with its meaning.", ".TP",
    ".I /etc/davenport/.env", escaped("The URL of the database's owner, for operators' commands that are run in this folder."),
    ".SH SEE ALSO", ".BR davenport (1)," if title != "davenport" else ".BR davenport\\-push (1),", ".BR systemctl (1)",
])
# An empty line would be a paragraph of another kind.
print("\n".join(line for line in lines if line.strip()))
