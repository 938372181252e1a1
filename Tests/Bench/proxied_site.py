"""The demo's site behind nginx, which compresses as docs/operating says. So a browser receives the bytes that people receive."""

import re
from typing import Self

from demo_server import Site

from tools.nginx import nginx
from tools.system import ROOT, free_port, listens
from tools.waiting import wait


class ProxiedSite(Site):
    """A site whose `url` leads through nginx, without TLS. What tests call themselves goes straight to the server."""

    def start(self) -> Self:
        super().start()
        front = free_port()
        folder = self.folder.with_name("nginx")
        folder.mkdir()
        shown = (ROOT / "docs/operating/nginx.conf").read_text()
        compression = "".join(re.findall(r"^ *gzip.*\n", shown, re.M))
        log = folder / "output.log"
        process = self.processes.start(nginx(folder, f"""server {{
    listen 127.0.0.1:{front};
{compression}    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    location / {{ proxy_pass http://127.0.0.1:{self.port}; }}
}}
"""), log=log)
        wait("nginx listens", lambda: listens(front), by=(process, log))
        self.url = f"http://localhost:{front}"
        return self
