"""Runs the tests of the web client's data modules in a browser.

Each test gets a running site and a browser, and makes a room of its own. Usage: python3 Tests/Web/data_tests.py [NAME…]
"""

import pathlib
import sys
import tempfile
import traceback

import copy_tests
import outbox_tests
import session_tests
from demo_server import Site
from playwright.sync_api import sync_playwright


def tests():
    for module in (copy_tests, outbox_tests, session_tests):
        for value in vars(module).values():
            if callable(value) and getattr(value, "__module__", "") == module.__name__:
                yield value


def main():
    chosen = [test for test in tests() if len(sys.argv) < 2 or test.__name__ in sys.argv[1:]]
    failures = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(pathlib.Path(folder) / "data", 8290).start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            for test in chosen:
                try:
                    test(site, browser)
                    print("ok    ", test.__name__, flush=True)
                except Exception:
                    failures += 1
                    print("FAILED", test.__name__, traceback.format_exc(), flush=True)
                for context in browser.contexts:
                    context.close()
        finally:
            browser.close()
            site.stop()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
