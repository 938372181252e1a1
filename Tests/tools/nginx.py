"""Runs nginx with a site's file, in a folder of its own."""

import os
import pathlib


def nginx(folder: pathlib.Path, site: str, workers: str = "auto", connections: int = 768) -> list[str | pathlib.Path]:
    """Writes the configuration into the folder, and returns the command that starts nginx.

    - site: the site's part of the configuration.
    - connections: the number of connections of each process.
    """
    (folder / "site.conf").write_text(site)
    places = "".join(f"{kind}_temp_path {folder}/nginx-{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    # As root, nginx's processes would become nobody, who can't write into the folder.
    user = "user root;\n" if os.geteuid() == 0 else ""
    # The part of Debian's nginx.conf that matters to a site.
    (folder / "nginx.conf").write_text(
        f"{user}worker_processes {workers};\npid {folder}/nginx.pid;\nerror_log {folder}/nginx-error.log;\ndaemon off;\n"
        f"events {{ worker_connections {connections}; }}\nhttp {{\naccess_log off;\n{places}include {folder}/site.conf;\n}}\n")
    return ["nginx", "-c", folder / "nginx.conf", "-e", folder / "nginx-error.log"]
