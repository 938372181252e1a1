"""The pages of the settings, for pictures.py."""


def settings(visit, scene):
    name = visit.opens("/settings", "settings")
    yield name
    for section in ("profile", "signing-in", "device", "feedback"):
        visit.opens(f"/settings#{section}", "settings")
        if section == "signing-in":
            visit.button("Add a passkey").wait_for()
        yield f"settings-{section}"
    visit.opens("/settings#goodbye", "settings")
    visit.button("Delete account").click()
    yield "settings-delete"
    yield visit.opens("/settings/notifications", "settings") + "-notifications"
    yield visit.opens("/settings/sessions", "settings") + "-sessions"


SIGNED_IN = (settings,)
