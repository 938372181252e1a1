"""Whether the web client can be used by everybody: axe on every page and state, at each width, light and dark."""

from demo_server import catalogue, fresh_site
from pictures import every

# The filled buttons that one sees at once: those of the dialog that is open, or of the page.
MAIN_ACTIONS = """() => {
    const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.querySelector("main");
    const filled = getComputedStyle(document.documentElement).getPropertyValue("--accent");
    const probe = document.body.appendChild(document.createElement("p"));
    probe.style.backgroundColor = filled;
    const color = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return [...top?.querySelectorAll(".button") ?? []]
        .filter(button => button.checkVisibility() && getComputedStyle(button).backgroundColor === color).map(button => button.textContent);
}"""


def axe_finds_nothing_in_any_state(_, browser):
    """Shows rule 16.33: nor does any state have two main actions."""
    faults, states = [], 0
    with catalogue() as provider, fresh_site(settings=provider.settings) as site:
        for visit, name, width, scheme in every(site, browser, faults, bypass_csp=True):
            states += 1
            faults += [f"{name} at {width} px, {scheme}: {fault}" for fault in visit.violations()]
            filled = visit.page.evaluate(MAIN_ACTIONS)
            if len(filled) > 1:
                faults.append(f"{name} at {width} px, {scheme} has {len(filled)} main actions: {', '.join(filled)}")
    assert faults == [] and states > 250, "\n".join(faults)
