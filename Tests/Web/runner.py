"""Runs tests of the web client. Each gets a running site with the demo's community, and a browser."""

import contextlib
import sys
import traceback

from demo_server import fresh_site
from playwright.sync_api import sync_playwright


@contextlib.contextmanager
def stage(**options):
    """A running site and a browser. Both end with the block."""
    with fresh_site(**options) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            yield site, browser
        finally:
            browser.close()


def tests_of(module):
    """The functions of a module that are tests: those without a leading underscore that it defines itself."""
    return [value for name, value in vars(module).items() if callable(value) and value.__module__ == module.__name__ and not name.startswith("_")]


def run(tests):
    """Runs the tests that the command line names, or all, and exits with status 1 if one fails."""
    chosen = [test for test in tests if len(sys.argv) < 2 or test.__name__ in sys.argv[1:]]
    failures = 0
    with stage() as (site, browser):
        for test in chosen:
            try:
                test(site, browser)
                print("ok    ", test.__name__, flush=True)
            except Exception:
                failures += 1
                print("FAILED", test.__name__, traceback.format_exc(), flush=True)
            for context in browser.contexts:
                context.close()
    sys.exit(1 if failures else 0)
