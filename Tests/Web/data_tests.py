"""Runs the tests of the web client that take minutes: all files here of the name …_tests.py but page_tests.py.

Each test gets a running site and a browser, and makes a room of its own. Usage: python3 Tests/Web/data_tests.py [NAME…]
"""

import importlib
import pathlib

from runner import run, tests_of

NAMES = {file.stem for file in pathlib.Path(__file__).parent.glob("*_tests.py")} - {"page_tests", "data_tests"}

if __name__ == "__main__":
    run([test for name in sorted(NAMES) for test in tests_of(importlib.import_module(name))])
