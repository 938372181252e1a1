"""A Chromium with a profile on disk, as people have one, whose pages only the few commands here reach.

Playwright follows each request of a page and of its service worker, and its contexts are private windows, which keep no compiled code. On a slowed
processor that takes longer than the page itself.
"""

import contextlib
import json
import pathlib
import urllib.request
from collections.abc import Iterator
from typing import Any, Self

import websocket
from web_page import OBSERVE, PATIENCE, PHONE, Measured

from tools.failure import Failure
from tools.processes import Processes
from tools.waiting import wait


class PlainChromium:
    """A browser with the profile of a new folder, for the pages of one site."""

    def __init__(self, processes: Processes, folder: pathlib.Path, site: str) -> None:
        self._site = site
        log, port = folder.with_suffix(".log"), folder / "DevToolsActivePort"
        process = processes.start(["/usr/bin/chromium", "--headless=new", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={folder}"], log=log)
        wait("Chromium listens", lambda: port.exists() and port.read_text().count("\n") > 0, by=(process, log))
        self._address = f"http://127.0.0.1:{port.read_text().splitlines()[0]}/json"

    def add_cookies(self, cookies: list[dict[str, Any]]) -> None:
        """Sets cookies."""
        with self.opened() as page:
            page.send("Network.setCookies", cookies=cookies)

    @contextlib.contextmanager
    def opened(self, slowed: bool = False) -> Iterator["PlainPage"]:
        """A page for a `with` block."""
        request = urllib.request.Request(f"{self._address}/new?about:blank", method="PUT")
        target = json.load(urllib.request.urlopen(request))
        with contextlib.closing(websocket.create_connection(target["webSocketDebuggerUrl"], suppress_origin=True, timeout=PATIENCE / 1000)) as socket:
            yield PlainPage(socket, self._site, slowed)
        urllib.request.urlopen(f"{self._address}/close/{target['id']}").close()


class PlainPage(Measured):
    """A page at the phone's size."""

    def __init__(self, socket: websocket.WebSocket, site: str, slowed: bool) -> None:
        self._socket, self._site, self._sent = socket, site, 0
        self.send("Page.enable")
        self.send("Page.addScriptToEvaluateOnNewDocument", source=OBSERVE)
        self.send("Emulation.setDeviceMetricsOverride", **PHONE, deviceScaleFactor=1, mobile=False)
        if slowed:
            self.send("Emulation.setCPUThrottlingRate", rate=self.slowdown())

    def send(self, method: str, **parameters: Any) -> Any:
        """Sends a command of the DevTools protocol, and returns its result."""
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._sent:
            pass
        if "error" in answer:
            raise Failure(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def evaluate(self, script: str, argument: Any = None) -> Any:
        expression = f"({script})({json.dumps(argument)})" if "=>" in script else script
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise Failure(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def open(self, address: str) -> Self:
        self.send("Page.navigate", url=self._site + address)
        return self

    def shows(self, screen: str) -> Self:
        ready = f"document.querySelector('main[data-screen={screen}]:is([data-state=ready], [data-state=empty])') !== null"
        # Looking takes time of the page, too.
        wait(f"{screen} is shown", lambda: self.evaluate(ready), PATIENCE / 1000, pause=0.5)
        return self
