"""Pictures of the page /design: each part in all its states, light and dark, in both directions of text, at 100 and 200 %."""

import itertools

from demo_server import ROOT
from visit import Visit

FOLDER = ROOT / ".build/web/pictures/design"
LOOKS = tuple(itertools.product(("light", "dark"), ("ltr", "rtl"), ("100", "200")))
SIZES = ((390, 844), (1280, 900))


def take(site, browser, faults):
    """Takes the pictures, and adds to the faults what a part says that can't be made, and what is wider than its window."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        page = Visit(browser, site, size, service_workers="block").page
        for theme, way, text in LOOKS:
            look = f"{size[0]}-{theme}-{way}-{text}"
            page.goto(f"{site.url}/design?theme={theme}&dir={way}&text={text}")
            page.locator("html[data-shown=all]").wait_for()
            for part in page.locator("[data-part]").all():
                name = part.get_attribute("data-part").replace("/", "-").removesuffix(".js")
                part.screenshot(path=FOLDER / f"{name}-{look}.png", animations="disabled")
            faults += [f"/design in {look}: {one}" for one in page.locator(".design-state > .bad").all_text_contents()]
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                faults.append(f"/design in {look} is wider than {size[0]} px")
        page.context.close()
