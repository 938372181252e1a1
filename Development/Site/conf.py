"""Sphinx's configuration of the site that bin/docs makes."""

import os
import re
from pathlib import Path

import reference

checkout = Path(__file__).parents[2]
project = "Davenport"
version = release = (checkout / "VERSION").read_text().strip()
html_title = f"Davenport {version}"
html_theme = "furo"
html_copy_source = html_show_copyright = html_show_sphinx = False
extensions = ["myst_parser"]
root_doc = "README"
# Headings have the addresses that they have on GitHub.
myst_heading_anchors = 4
# The pages show code of more kinds than Sphinx can colour, such as Mermaid's diagrams.
suppress_warnings = ["misc.highlighting_failure"]

CONTENTS = """
```{toctree}
:hidden:
:caption: What one does with it
docs/first-evening
docs/class
docs/play
docs/web
```
```{toctree}
:hidden:
:glob:
:caption: For operators
docs/deploy
docs/deploy/*
docs/backups
docs/monitoring
docs/connections
docs/poolers
docs/pods
docs/high-availability
docs/scale
docs/performance
docs/measurements/README
CHANGELOG
```
```{toctree}
:hidden:
:glob:
:caption: For developers of clients
docs/swift-client
docs/javascript-client
docs/other-clients
docs/sync
reference/*
```
```{toctree}
:hidden:
:glob:
:caption: For contributors
CONTRIBUTING
docs/releases
docs/architecture
docs/walks
docs/rules/README
docs/rules/*
docs/decisions/README
docs/decisions/*
```
"""

LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def without_links_to_code(page, text):
    """Returns the text without its links to files and folders of the checkout that the site doesn't have. Their words stay."""
    folder = (checkout / page).parent

    def replaced(link):
        target = folder / link[2]
        on_site = target.suffix == ".md" or "docs" in target.resolve().relative_to(checkout).parts and target.is_file()
        return link[0] if "://" in link[2] or on_site or not target.exists() else link[1]

    return LINK.sub(replaced, text)


def read(app, page, source):
    if page.startswith("reference/"):
        return
    source[0] = without_links_to_code(page + ".md", source[0]) + (CONTENTS if page == root_doc else "")


def setup(app):
    reference.write(checkout / "docs/openapi.json", Path(app.srcdir) / "reference")
    app.connect("source-read", read)
