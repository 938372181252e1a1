"""Writes what a release is made of: its list in CycloneDX's form, the licences, and the package's copyright file. bin/release runs it.

The programs contain the packages that the folder of programs lists in debug/packages, and Swift's runtime library. They load the libraries of
the Debian packages with which they were linked.
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import uuid

parser = argparse.ArgumentParser()
for name in ("version", "time", "programs", "checkouts", "licences", "sbom", "copyright"):
    parser.add_argument("--" + name, required=True)
options = parser.parse_args()
root = pathlib.Path(__file__).resolve().parents[2]
programs, checkouts, licences = pathlib.Path(options.programs), pathlib.Path(options.checkouts), pathlib.Path(options.licences)
PROGRAMS = ("davenport", "davenport-push")
# Copies of C libraries in Swift packages: the package, the name, the file with its version, its pattern, and the licence.
COPIES = [
    ("swift-nio", "llhttp", "Sources/CNIOLLHTTP/include/c_nio_llhttp.h", r"LLHTTP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", "MIT"),
    ("swift-nio-extras", "zlib", "Sources/CNIOExtrasZlib/include/nioextras-zlib.h", r"version ([\d.]+),", "Zlib"),
    ("swift-nio-ssl", "boringssl", "Sources/CNIOBoringSSL/hash.txt", r"revision ([0-9a-f]{40})", "Apache-2.0"),
]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def licence(text):
    """Returns the expression of SPDX for a licence's text."""
    if "Runtime Library Exception" in text:
        return "Apache-2.0 WITH Swift-exception"
    if "Apache License" in text:
        return "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    raise SystemExit("contents.py: it doesn't know a package's licence: " + text[:200])


def keep(name, files):
    """Copies the files of a component's licence, and returns the text of the first."""
    folder = licences / name
    folder.mkdir(parents=True)
    for path, kept in files:
        shutil.copyfile(path, folder / kept)
    return files[0][0].read_text(errors="replace")


def swift_package(pin):
    """Returns a package that the programs contain."""
    url = pin["location"].removesuffix(".git")
    checkout = checkouts / url.rsplit("/", 1)[1]
    found = sorted(
        path for path in checkout.rglob("*") if re.match(r"(LICENSE|NOTICE|COPYING)", path.name) and path.is_file()
        and "Tests" not in path.parts and ".git" not in path.parts)
    found.sort(key=lambda path: (len(path.parts), path.name))
    text = keep(checkout.name, [(path, "-".join(path.relative_to(checkout).parts)) for path in found])
    path = url.removeprefix("https://")
    version = pin["state"]["version"]
    component = {
        "type": "library", "bom-ref": f"pkg:swift/{path}@{version}", "name": checkout.name, "version": version,
        "licenses": [{"expression": licence(text)}], "purl": f"pkg:swift/{path}@{version}",
        "properties": [{"name": "davenport:commit", "value": pin["state"]["revision"]}],
        "externalReferences": [{"type": "vcs", "url": pin["location"]}],
    }
    if inside := list(copies(checkout)):
        component["components"] = inside
    return component


def copies(checkout):
    """Returns the C libraries of which a Swift package contains a copy. Each file with a version also has, or names, the licence."""
    for package, name, file, pattern, expression in COPIES:
        if package == checkout.name:
            text = keep(f"{package}-{name}", [(checkout / file, pathlib.PurePath(file).name)])
            version = ".".join(re.findall(pattern, text)[:3])
            reference = f"pkg:generic/{name}@{version}"
            yield {
                "type": "library", "bom-ref": reference, "name": name, "version": version, "purl": reference,
                "licenses": [{"expression": expression}],
            }


def swift_runtime():
    """Returns Swift's runtime library and Foundation, which the programs contain."""
    toolchain = pathlib.Path(shutil.which("swift")).resolve().parents[1]
    text = keep("swift", [(toolchain / "share/swift/LICENSE.txt", "LICENSE.txt")])
    version = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    return {
        "type": "library", "bom-ref": f"pkg:github/swiftlang/swift@swift-{version}-RELEASE", "name": "swift", "version": version,
        "licenses": [{"expression": licence(text)}], "purl": f"pkg:github/swiftlang/swift@swift-{version}-RELEASE",
    }


def words():
    """Returns the list of words, of which the English words of play were made."""
    text = keep("scowl", [(root / "words/SCOWL.txt", "SCOWL.txt")])
    version = re.search(r"version (\d{4}\.\d{2}\.\d{2})", text)[1]
    return {"type": "data", "bom-ref": f"scowl@{version}", "name": "scowl", "version": version, "licenses": [{"license": {"name": "SCOWL"}}]}


def debian_packages():
    """Returns Debian's packages with the libraries that the programs load."""
    system = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines() if "=" in line)
    needed = {name for program in PROGRAMS for name in re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", str(programs / program)))}
    paths = {}
    for program in PROGRAMS:
        paths.update(re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", str(programs / program)), re.M))
    owners = set()
    for name in sorted(needed & paths.keys()):
        for path in (paths[name], "/usr" + paths[name], str(pathlib.Path(paths[name]).resolve())):
            found = subprocess.run(["dpkg-query", "--search", path], capture_output=True, text=True)
            if found.returncode == 0:
                owners.add(found.stdout.split(":")[0])
                break
    for owner in sorted(owners):
        version, architecture = output("dpkg-query", "--showformat=${Version} ${Architecture}\n", "--show", owner).splitlines()[0].split()
        keep("debian-" + owner, [(pathlib.Path("/usr/share/doc") / owner / "copyright", "copyright")])
        purl = f"pkg:deb/debian/{owner}@{version.replace(':', '%3A').replace('+', '%2B')}?arch={architecture}"
        purl += f"&distro=debian-{system['VERSION_ID'].strip(chr(34))}"
        yield {
            "type": "library", "bom-ref": purl, "name": owner, "version": version, "scope": "required", "purl": purl,
            "licenses": [{"license": {"name": f"see licences/debian-{owner}/copyright"}}],
        }


pins = json.loads((root / "Package.pins.json").read_text())["pins"]
linked = set((programs / "debug/packages").read_text().split())
components = [swift_package(pin) for pin in pins if pin["location"].removesuffix(".git").rsplit("/", 1)[1] in linked]
if len(components) != len(linked):
    raise SystemExit(f"contents.py: Package.pins.json lacks one of {sorted(linked)}")
components += [swift_runtime(), words(), *debian_packages()]
this = f"pkg:generic/davenport@{options.version}"
moment = datetime.datetime.fromtimestamp(int(options.time), datetime.timezone.utc).isoformat()
# The same release has the same number.
number = hashlib.sha256("".join((programs / name).read_bytes().hex() for name in PROGRAMS).encode()).hexdigest()
sbom = {
    "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6",
    "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, this + number)}", "version": 1,
    "metadata": {
        "timestamp": moment,
        "component": {
            "type": "application", "bom-ref": this, "name": "davenport", "version": options.version, "purl": this,
            "licenses": [{"license": {"id": "MIT"}}],
        },
    },
    "components": components,
    "dependencies": [{"ref": this, "dependsOn": sorted(each["bom-ref"] for each in components)}],
}
pathlib.Path(options.sbom).write_text(json.dumps(sbom, indent=2) + "\n")

# Debian's form of copyright files begins each line of a text with a space, and writes an empty one as a point.
own = (root / "LICENSE").read_text().split("\n\n", 2)
text = "\n".join(" " + (line or ".") for line in own[2].strip().splitlines())
pathlib.Path(options.copyright).write_text(f"""\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Davenport
Comment:
 The programs contain Swift's runtime library and the packages that davenport.cdx.json lists. The folder licences has the licence and the
 notices of each. The text of the Apache License, version 2.0, is also in /usr/share/common-licenses/Apache-2.0.

Files: *
{own[1].replace("Copyright (c)", "Copyright:")}
License: Expat
{text}
""")
