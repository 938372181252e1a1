"""Whether the web client can be used by everybody: axe on every page and state, at each width, light and dark."""

from demo_server import catalogue, fresh_site
from pictures import every


def axe_finds_nothing_in_any_state(_, browser):
    faults, states = [], 0
    with catalogue() as provider, fresh_site(settings=provider.settings) as site:
        for visit, name, width, scheme in every(site, browser, faults, bypass_csp=True):
            states += 1
            faults += [f"{name} at {width} px, {scheme}: {fault}" for fault in visit.violations()]
    assert faults == [] and states > 250, "\n".join(faults)
