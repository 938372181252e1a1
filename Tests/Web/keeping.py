"""What a browser keeps of a form, and the end of a page as by a crash."""

import contextlib

from playwright.sync_api import Error

KEPT = """async ([user, place]) => {
    const { databases } = indexedDB;
    const { name } = (await databases.call(indexedDB)).find((one) => one.name === `davenport-${user}`) ?? {};
    if (!name) return null;
    const database = await new Promise((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    const found = await new Promise((resolve) => {
        const request = database.transaction("drafts").objectStore("drafts").get(place);
        request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return found === undefined ? null : JSON.parse(JSON.stringify(found, (_, value) => value instanceof File ? value.name : value));
}"""


def crash(visit):
    """Ends the process of the page: nothing of its scripts runs any more. The visit goes on in a new tab."""
    crashed = visit.page
    with contextlib.suppress(Error), crashed.expect_event("crash"):
        crashed.goto("chrome://crash")
    visit.page = visit.context.new_page()
    visit.page.set_default_timeout(30_000)
    crashed.close()
