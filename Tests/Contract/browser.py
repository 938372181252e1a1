"""Drives Chromium through the page at /docs: browser.py ADDRESS FOLDER. Saves screenshots in the folder."""

import re
import sys
from urllib.parse import urlsplit

import requests
from playwright.sync_api import expect, sync_playwright

API, FOLDER = sys.argv[1], sys.argv[2]
DOCUMENT = requests.get(f"{API}/openapi.json", timeout=30).json()
OPERATIONS = [operation for item in DOCUMENT["paths"].values() for operation in item.values()]


def opened(browser, width, height, scheme, address="/docs"):
    """Opens a page of this size. Any console message and any request to another host is a fault."""
    page = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
    page.faults = []
    page.on("console", lambda message: page.faults.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("request", lambda request: page.faults.append(request.url) if foreign(request.url) else None)
    page.goto(API + address)
    expect(page.locator(".endpoint")).to_have_count(len(OPERATIONS))
    return page


def foreign(address):
    return urlsplit(address).scheme not in ("data", "blob") and urlsplit(address).netloc != urlsplit(API).netloc


def reads(page):
    """Checks that the page shows the whole document and is accessible."""
    for landmark in ("banner", "navigation", "main", "search"):
        expect(page.get_by_role(landmark)).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    for operation in OPERATIONS:
        article = page.locator(f"[id='{operation['operationId']}']")
        expect(article).to_contain_text(operation["summary"].replace("`", ""))
        # Use only the keyboard.
        article.locator("summary").focus()
        page.keyboard.press("Enter")
        codes = [code for answer in operation["responses"].values() for code in codes_of(answer)]
        expect(article).to_contain_text(codes[0])
        assert all(code in article.inner_text() for code in codes), operation["operationId"]
        # The first code block is the example.
        expect(article.locator("h4").first).to_have_text("Request")
        expect(article.locator(".example pre").first).to_contain_text(f"{API}/v1")
        assert not re.search(r"/\{|undefined", article.locator(".example").inner_text()), operation["operationId"]
        page.keyboard.press("Enter")
    unnamed = page.evaluate("""() => [...document.querySelectorAll('input, textarea, select, button')]
        .filter(control => !(control.labels?.length || control.textContent.trim() || control.ariaLabel)).length""")
    assert unnamed == 0, "controls without a name"


def codes_of(answer):
    """Returns the error codes of a problem response."""
    answer = DOCUMENT["components"]["responses"][answer["$ref"].split("/")[-1]] if "$ref" in answer else answer
    problem = answer.get("content", {}).get("application/problem+json")
    return problem["schema"]["allOf"][1]["properties"]["code"]["x-extensible-enum"] if problem else []


def finds(page):
    page.keyboard.press("Tab")
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("room_full")
    expect(page.locator(".endpoint:visible")).to_have_count(1)
    expect(page.locator("#addMember")).to_be_visible()
    page.locator("#find").fill("zzzzz")
    expect(page.get_by_text("Nothing is called that.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".endpoint:visible")).to_have_count(len(OPERATIONS))


def leads(page):
    """Checks that a URL with a fragment scrolls to an endpoint or a type and opens it."""
    for target in ("createRoom", "type-Room"):
        page.goto(f"{API}/docs#{target}")
        expect(page.locator(f"[id='{target}'] .inside")).to_be_visible()
        expect(page.locator(f"[id='{target}'] > summary")).to_be_in_viewport()


def tries(page):
    page.goto(f"{API}/docs#listComments")
    page.reload()
    page.get_by_role("button", name="Sign in to try").click()
    page.get_by_role("textbox", name="Community").fill("sofa")
    page.get_by_label("E-mail").fill("ada@example.org")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#login-answer")).to_have_text("E-mail or password is wrong.")
    page.get_by_label("Password").fill("popcorn-and-sofa")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#who")).to_have_text("ada")
    answer = call(page, "listRooms", {})
    expect(answer).to_contain_text("200 OK")
    room = page.evaluate("text => JSON.parse(text).items[0].id", answer.locator("pre").inner_text())
    expect(call(page, "createComment", {"roomID (path)": room, "Body": '{"content": "1:02 from the page"}'})).to_contain_text('"seconds": 62')
    expect(call(page, "listComments", {"roomID (path)": room, "limit (query)": "1"})).to_contain_text("next")
    expect(call(page, "createComment", {"roomID (path)": room, "Body": '{"content": ""}'})).to_contain_text("too_short")


def call(page, name, values):
    """Fills in an endpoint's fields, and sends the request."""
    page.evaluate("name => { location.hash = name; }", name)
    article = page.locator(f"#{name}")
    expect(article.locator(".inside")).to_be_visible()
    if article.get_by_role("button", name="Try it").count():
        article.get_by_role("button", name="Try it").click()
    for label, value in values.items():
        article.get_by_label(label).fill(value)
    article.get_by_role("button", name="Send").click()
    return article.get_by_role("status")


def fits(browser):
    """Checks the layout on a phone and a desktop, light and dark, and saves a screenshot of each."""
    papers = set()
    for device, width, height in (("phone", 375, 812), ("desktop", 1280, 900)):
        for scheme in ("light", "dark"):
            page = opened(browser, width, height, scheme, "/docs#createRoom")
            expect(page.locator("#createRoom .inside")).to_be_visible()
            page.screenshot(path=f"{FOLDER}/{device}-{scheme}.png")
            page.evaluate("() => document.querySelectorAll('details').forEach(details => { details.open = true; })")
            assert page.evaluate("() => document.documentElement.scrollWidth") == width, f"wider than the {device}"
            papers.add(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
            assert not page.faults, page.faults
    assert len(papers) == 2, "light and dark look alike"


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page = opened(browser, 1440, 900, "light")
    for step in (reads, finds, leads):
        step(page)
        assert not page.faults, page.faults
    tries(page)
    # The browser logs the two refusals that this script provoked.
    assert len(page.faults) == 2 and all("status of 4" in fault for fault in page.faults), page.faults
    fits(browser)
    browser.close()
print("The page passes every check, on a phone and a desktop, in light and dark.")
