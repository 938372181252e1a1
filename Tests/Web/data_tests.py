"""Runs the tests of the web client that take minutes: of its data, its class, its room, its sessions, other sites, and of every state's accessibility.

Each test gets a running site and a browser, and makes a room of its own. Usage: python3 Tests/Web/data_tests.py [NAME…]
"""

import access_tests
import admin_tests
import along_tests
import audit_tests
import class_tests
import copy_tests
import game_tests
import kept_tests
import marking_tests
import origin_tests
import outbox_tests
import place_tests
import play_data_tests
import play_tests
import push_tests
import room_tests
import session_tests
import site_tests
import stumble_tests
import swallowed_tests
import talk_tests
import task_tests
import unsent_tests
import webhook_tests
from runner import run, tests_of

MODULES = [
    along_tests, class_tests, marking_tests, task_tests, game_tests, play_tests, play_data_tests, copy_tests, origin_tests, outbox_tests, place_tests,
    room_tests, kept_tests, session_tests, site_tests, talk_tests, push_tests, webhook_tests, unsent_tests, stumble_tests, swallowed_tests, admin_tests, audit_tests, access_tests,
]

if __name__ == "__main__":
    run([test for module in MODULES for test in tests_of(module)])
