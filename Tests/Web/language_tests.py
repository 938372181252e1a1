"""The web client in each of its languages (docs/rules/web-languages.md)."""

import json
import pathlib

from class_pictures import SALTARELLO
from fixtures import assignment_of
from playwright.sync_api import expect
from visit import PHONE, Visit, until

PHRASES = pathlib.Path(__file__).parents[2] / "Sources/Web/phrases"
LANGUAGES = sorted(folder.name for folder in PHRASES.iterdir())
NARROW = (320, 640)

# Buttons, tabs and headings whose text is cut off, or runs over their edge.
CUT = """() => [...document.querySelectorAll("button, a.button, .tab, h1, h2, label, legend, .segments .choice")]
    .filter((one) => one.checkVisibility({ opacityProperty: true }) && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
        && !one.closest(".unseen, .clamp, .skip"))
    .map((one) => `${one.localName}.${one.className}: ${one.textContent}`)"""


# The addresses that the service worker keeps.
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (one) => (await (await caches.open(one)).keys()).map(({ url }) => url)))).flat()"""


def phrases(language):
    return {key: text for name in ("first", "more") for key, text in json.loads((PHRASES / language / f"{name}.json").read_text()).items()}


def pages(site):
    """Each page with who looks at it."""
    marking = f"/assignments/{assignment_of(site, SALTARELLO, 'finn')}"
    yield "bea", (("/watch", "watch"), ("/new", "new-room"), ("/archive", "archive"), ("/people", "people"), ("/settings", "settings"),
                  ("/settings/notifications", "settings"), ("/settings#signing-in", "settings"), ("/play", "play"), ("/boards", "boards"))
    yield "greta", (("/class", "assignments"), (f"/tasks/{SALTARELLO}", "task"), ("/tasks/new", "task"), (marking, "assignment"))
    yield "ada", (("/admin", "admin"), ("/admin/members", "admin"), ("/admin/invites", "admin"), ("/admin/community", "admin"))


def each_language_fits_the_narrowest_phone(site, browser):
    """Rule 16.48: no page is wider than a phone of 320 px, no button, tab or heading is cut, and no key stands where a phrase should."""
    site_pages, faults = list(pages(site)), []
    for language in LANGUAGES:
        known = tuple(phrases(language))
        for person, places in site_pages:
            visit = Visit(browser, site, NARROW, locale=language)
            visit.has_session(person)
            for path, screen in places:
                visit.opens(path, screen)
                html = visit.page.locator("html")
                expect(html).to_have_attribute("lang", language)
                expect(html).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")
                text = visit.page.locator("body").inner_text()
                where = f"{language} {path}"
                if not visit.fits():
                    faults.append(f"{where} is wider than the window")
                faults += [f"{where}: {one}" for one in visit.page.evaluate(CUT)]
                faults += [f"{where}: {key} stands for its phrase" for key in known if key in text.split()]
            visit.end()
    assert not faults, "\n".join(faults)


def a_language_is_chosen_and_every_browser_follows(site, browser):
    """Rules 16.48 and 16.49: the browser's language first, then the chosen one, here and in another browser, also without network."""
    german, french = phrases("de"), phrases("fr")
    here = Visit(browser, site, PHONE, locale="fr-CA")
    here.page.goto("/")
    expect(here.page.get_by_role("heading", name=french["enter.signIn"])).to_be_visible()
    here.has_session("cem")
    here.opens("/settings#profile", "settings")
    here.page.get_by_label(french["account.language.title"]).select_option("de")
    expect(here.page.locator("html")).to_have_attribute("lang", "de")
    expect(here.page.get_by_label(german["account.language.title"])).to_have_value("de")
    there = Visit(browser, site, PHONE, locale="en")
    there.has_session("cem")
    expect(there.page.locator("html")).to_have_attribute("lang", "de")
    there.opens("/people", "people")
    expect(there.page.get_by_role("heading", name=german["frame.people"], exact=True).first).to_be_visible()
    for name in ("first", "more"):
        until(lambda name=name: any(kept.endswith(f"phrases/de/{name}.json") for kept in there.page.evaluate(KEPT)), f"{name}.json is kept")
    there.context.set_offline(True)
    there.page.reload()
    expect(there.page.locator("html")).to_have_attribute("lang", "de")
    expect(there.page.get_by_role("heading", name=german["frame.people"], exact=True).first).to_be_visible()
    there.context.set_offline(False)
    there.end(but=["ERR_INTERNET_DISCONNECTED"])
    site.call("PATCH", "/me", {"language": None}, by="cem")
    here.page.reload()
    expect(here.page.locator("html")).to_have_attribute("lang", "fr")
    here.end()
