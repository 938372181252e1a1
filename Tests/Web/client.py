"""The web client in a page, driven by its data modules instead of by its screens."""

import json
import time
import urllib.parse

from demo_server import PASSWORD

# Calls `name` of a part of the page's Davenport, or of a module of its rules, with arguments, and returns its result as JSON has it.
CALL = """async ([part, name, args]) => {
    const main = document.querySelector('script[type=module]').src;
    const load = path => import(new URL(path, main).href);
    const { davenport } = await load("client.js");
    const lazy = { answers: "answers", comments: "room", assignments: "class", plays: "play", signing: "signing", push: "push" };
    const parts = { api: () => davenport.connection, comments: async () => davenport.use((await load("davenport/room.js")).Comments) };
    const found = part.startsWith("rules/") ? await load(`davenport/${part}.js`)
        : parts[part] ? await parts[part]() : lazy[part] ? (await load(`client/${lazy[part]}.js`))[part] : davenport[part];
    try {
        const result = await found[name](...args);
        return { result: result === undefined ? null : JSON.parse(JSON.stringify(result instanceof Map ? [...result] : result)) };
    } catch (error) {
        return { error: { code: error.code ?? error.name, message: String(error.stack ?? error) } };
    }
}"""


class Refused(Exception):
    """What a module threw; `code` is the problem's."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Client:
    """A page with the client in it. Errors of the page's scripts are gathered in `errors`."""

    def __init__(self, context, url):
        self.page, self.url, self.errors = context.new_page(), url, []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(f"{url}/settings")

    def call(self, module, name, *arguments):
        answer = self.page.evaluate(CALL, [module, name, list(arguments)])
        if "error" in answer:
            raise Refused(answer["error"]["code"], answer["error"]["message"])
        return answer["result"]

    def sign_in(self, username):
        """Signs in by a session of its own. Only so many sign-ins a person are allowed in a quarter of an hour."""
        self.call("session", "setPreference", "slug", "sofa")
        self.call("signing", "signIn", f"{username}@example.org", PASSWORD)
        return self

    def share(self, token):
        """Signs in by a session that exists already."""
        port = urllib.parse.urlsplit(self.url).port
        self.page.context.add_cookies([{"name": f"davenport-{port}", "value": token, "url": self.url, "httpOnly": True, "sameSite": "Strict"}])
        self.call("session", "adopt", self.call("api", "call", "showMe"))
        return self

    def reload(self):
        self.page.reload()

    def whole(self):
        return until(lambda: self.call("replica", "isWhole"))

    def live(self):
        return self.page.evaluate("document.documentElement.dataset.live")

    def outbox(self):
        return int(self.page.evaluate("document.documentElement.dataset.outbox"))

    def contents(self, room_id):
        """The texts of an open room's comments, in their order, with their states."""
        return [(comment["content"], comment["state"]) for comment in self.call("comments", "comments", room_id)]

    def rows(self, user_id, store):
        """How many rows a store of the person's database has; the database isn't opened by the client's code."""
        return self.page.evaluate(
            """([name, store]) => new Promise((resolve, reject) => {
                const request = indexedDB.open(name);
                request.onupgradeneeded = () => request.transaction.abort();
                request.onerror = () => resolve(0);
                request.onsuccess = () => {
                    const count = request.result.transaction(store).objectStore(store).count();
                    count.onsuccess = () => { request.result.close(); resolve(count.result); };
                };
            })""", [f"davenport-{user_id}", store])


def until(condition, seconds=120):
    """Waits until the condition gives something, and returns that."""
    deadline = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"still {json.dumps(found)} after {seconds} s")
        time.sleep(0.05)
