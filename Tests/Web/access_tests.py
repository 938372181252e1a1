"""Whether the web client can be used by everybody: axe on every page and state, at each width, light and dark."""

from axe_playwright_python.sync_playwright import Axe
from demo_server import StandIn, fresh_site
from pictures import every


def axe_finds_nothing_in_any_state(_, browser):
    """The pages run with the policy bypassed, since axe brings scripts and styles of its own."""
    faults, states = [], 0
    with StandIn() as catalogue, fresh_site(settings=catalogue.settings) as site:
        for visit, name, width, scheme in every(site, browser, faults, bypass_csp=True):
            states += 1
            for one in Axe().run(visit.page).response["violations"]:
                faults.append(f"{name} at {width} px, {scheme}: {one['id']}: {one['nodes'][0]['html'][:200]}")
            if not visit.fits():
                faults.append(f"{name} is wider than {width} px")
    assert faults == [] and states > 250, "\n".join(faults)
