"""Compares docker-compose.yml, .env.example, Procfile, heroku.yml, Dockerfile and the systemd units with the settings in
Configuration.swift.

bin/check runs it. It prints each fault on a line, and ends with status 1 if there is any. It needs no Docker engine.
"""

import json
import pathlib
import re
import sys

import yaml

root = pathlib.Path(__file__).resolve().parents[2]
faults = []


def fault(condition, text):
    if condition:
        faults.append(text)


def read(name):
    return (root / name).read_text()


declared = re.search(r"static let keys = \[(.*?)\]", read("Sources/Settings/Configuration.swift"), re.S)
keys = set(re.findall(r'"([A-Z_]+)"', declared.group(1)))
fault(len(keys) < 25, "Configuration.swift: the list of keys isn't found")

# Settings of the containers that .env doesn't have or that the programs read from a volume with secrets, and settings that only the worker gets.
fixed = {"HOST", "PORT", "TMPDIR", "DATABASE_ROLES", "DATABASE_URL", "MIGRATION_DATABASE_URL", "PUSH_DATABASE_URL", "MASTER_KEY"}
worker = {
    "APNS_PRODUCTION_URL", "APNS_SANDBOX_URL", "APNS_CA_FILE", "WEB_PUSH_CA_FILE", "WEBHOOK_ALLOWED_NETS",
    "WEBHOOK_CA_FILE",
}
shared = {
    "MASTER_KEY_FILE", "WEB_PUSH_CONTACT", "WEB_PUSH_HOSTS", "SMTP_URL", "MAIL_FROM", "MAIL_CA_FILE", "METRICS_HOST", "METRICS_PORT", "PUSH_METRICS_PORT",
    "SLOW_QUERY_MS", "LOG_LEVEL", "LOG_FORMAT",
}
expected = {
    "server": keys - fixed - worker,
    "push": worker | shared,
    "migrate": keys - fixed,
}

example = {}
for line in read(".env.example").splitlines():
    if match := re.match(r"(# )?([A-Z_]+)=(.*)", line):
        example[match[2]] = None if match[1] else match[3]

compose_text = read("docker-compose.yml")
compose = yaml.safe_load(compose_text)
for service, wanted in expected.items():
    found = compose["services"][service]["environment"]
    for key in sorted(wanted - found.keys()):
        faults.append(f"docker-compose.yml: {service} doesn't get {key}")
    for key in sorted(found.keys() - wanted):
        faults.append(f"docker-compose.yml: {service} gets {key}, which it must not get or doesn't read")
    for key, value in found.items():
        fault(not re.fullmatch(r"\$\{" + key + r":-[a-z0-9./]*\}", str(value)), f"docker-compose.yml: {key} of {service} is {value}")

for name, demand in re.findall(r"\$\{([A-Z_]+)(:\?)?", compose_text):
    fault(name not in example, f"docker-compose.yml: {name} isn't in .env.example")
    fault(demand, f"docker-compose.yml: {name} is required, but it must start without a file .env")

# Each service sees only its own secrets.
for service, volume in {"postgres": "postgres", "server": "server", "push": "push", "migrate": "operators", "proxy": None}.items():
    found = [name for name in compose["services"][service]["volumes"] if "-secrets:" in name]
    fault(found != [f"{volume}-secrets:/secrets:ro"] * bool(volume), f"docker-compose.yml: {service} sees {found}")

# The sort order of text and the names of time zones depend on the Debian release, so PostgreSQL and the programs must use the same one.
release = re.search(r"^FROM debian:([a-z]+)-slim", read("Dockerfile"), re.M)[1]
image = compose["services"]["postgres"]["image"]
fault(not re.fullmatch(r"postgres:\d+-" + release, image), f"docker-compose.yml: {image} names no version, or another Debian release than {release}")

for line in read("docs/operating/compose/make-secrets").splitlines():
    for key in re.findall(r'"([A-Z_]+)=', line):
        fault(key not in keys, f"make-secrets: {key} is no setting")

for key in re.findall(r"\b([A-Z_]+)=", " ".join(re.findall(r"^ENV (.*)$", read("Dockerfile"), re.M))):
    fault(key not in keys, f"Dockerfile: {key} is no setting")

heroku = yaml.safe_load(read("heroku.yml"))
for command in [heroku["release"]["command"][0], heroku["run"]["web"], heroku["run"]["push"]["command"][0]]:
    fault(command.split()[0] not in {"davenport", "davenport-push"}, f"heroku.yml: it runs {command.split()[0]}")

for line in read("Procfile").splitlines():
    name, command = line.split(": ", 1)
    fault(name not in {"web", "release", "push"}, f"Procfile: {name} is no known process")
    fault(command.split()[0] not in {"davenport", "davenport-push"}, f"Procfile: {name} runs {command.split()[0]}")

# The image is built with these versions. After a change of Package.swift: swift package resolve && cp Package.resolved Package.pins.json
pins = {pin["location"]: pin["state"].get("version") for pin in json.loads(read("Package.pins.json"))["pins"]}
for url, version in re.findall(r'\.package\(\s*url: "([^"]+)",\s*exact: "([^"]+)"', read("Package.swift")):
    fault(pins.get(url) != version, f"Package.pins.json: {url} is {pins.get(url)}, and {version} in Package.swift")
fault("COPY Package.swift Package.pins.json" not in read("Dockerfile"), "Dockerfile: it builds with other versions than those of Package.pins.json")

# What an operator keeps beside docker-compose.yml must not get into the image.
ignored = read(".dockerignore").splitlines()
for secret in (".env", "config", "*.key", "*.p8", "*.dump", "*.ndjson"):
    fault(secret not in ignored, f".dockerignore: {secret} would get into the image")

# A variable that isn't set would be an empty database's URL, whose dump succeeds. Pages let the shell stop instead.
for page in sorted((root / "docs").rglob("*.md")):
    for number, line in enumerate(page.read_text().splitlines(), 1):
        fault(
            re.search(r"\$\{?(MIGRATION_|PUSH_)?DATABASE_URL\b(?!:\?)", line) and re.search(r"pg_|psql|> ", line),
            f"{page.relative_to(root)}:{number}: it uses a URL without :?")
        fault(
            re.search(r"^(?!.*umask 077).*(openssl rand[^|]*> |tenant export[^|`]*--secrets(?!.*--output)[^`]*> )", line),
            f"{page.relative_to(root)}:{number}: others can read the file that it writes")

for unit in sorted((root / "docs/operating/systemd").glob("*.service")):
    text = unit.read_text()
    if "\nUser=postgres\n" in text:
        continue
    for key in re.findall(r"^Environment=([A-Z_]+)=", text, re.M):
        # LIBDISPATCH_LOG is a setting of Swift's own runtime library.
        fault(key not in keys | {"LIBDISPATCH_LOG"}, f"{unit.name}: {key} is no setting")
    program = re.search(r"^ExecStart=/opt/davenport/(\S+)", text, re.M)
    fault(not program or program[1] not in {"davenport", "davenport-push"}, f"{unit.name}: it starts no program of Davenport's")
    fault("EnvironmentFile=/etc/davenport/" not in text, f"{unit.name}: it reads no settings file")

# The pages for operators may name only existing settings, and one of these pages must list every setting.
listed = set(re.findall(r"^\| `([A-Z_]+)`", read("docs/deploy/settings.md"), re.M))
for key in sorted(keys - listed):
    faults.append(f"docs/deploy/settings.md: {key} is missing")
for page in [root / "docs/deploy.md", *sorted((root / "docs/deploy").glob("*.md"))]:
    for key in re.findall(r"^\| `([A-Z_]+)`", page.read_text(), re.M):
        fault(key not in keys, f"{page.name}: {key} is no setting")

for text in faults:
    print(text)
sys.exit(1 if faults else 0)
