"""Mail servers that behave well or badly, and the program that sends to them."""

import asyncio
import os
import pathlib
import socket
import ssl
import subprocess
import tempfile
import threading

from aiosmtpd.smtp import SMTP, AuthResult

# libcurl knows that this name is this machine, and Davenport doesn't take it for a name of this machine.
NAME = "mail.localhost"
USER, PASSWORD = "ada@example.org", "p%:/@ü"
# No command of these tests opens the database.
DATABASE = "postgresql://nobody@127.0.0.1:1/none"


class Certificate:
    """A certificate that signs itself."""

    def __init__(self, folder, names):
        self.file, key = folder / f"{names[0]}.pem", folder / f"{names[0]}.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", self.file,
             "-subj", f"/CN={names[0]}", "-addext", "subjectAltName=" + ",".join(f"DNS:{name}" for name in names) + ",IP:127.0.0.1"],
            check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.file, key)


class Handler:
    """Keeps the mails, and answers as the tests want."""

    def __init__(self, answers):
        self.answers, self.mails, self.greetings = answers, [], []

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        self.greetings.append(hostname)
        return responses

    def answer(self, command, server):
        if self.answers[command] == "cut":
            server.transport.abort()
        return self.answers[command]

    async def handle_MAIL(self, server, session, envelope, address, options):
        if "MAIL" in self.answers:
            return self.answer("MAIL", server)
        envelope.mail_from, envelope.mail_options = address, options
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if "RCPT" in self.answers:
            return self.answer("RCPT", server)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if self.answers.get("END") == "cut":
            server.transport.abort()
        elif self.answers.get("END") == "silent":
            await asyncio.Event().wait()
        elif "END" in self.answers:
            return self.answers["END"]
        self.mails.append((envelope, session))
        return "250 2.0.0 Ok: queued as 4XyZ"


class BadServer(SMTP):
    """Answers some commands with a code, cuts the connection there, or never answers."""

    def __init__(self, handler, answers, **options):
        super().__init__(handler, ident="Test", **options)
        for command in ("EHLO", "STARTTLS", "AUTH", "DATA"):
            if command in answers:
                self._smtp_methods[command] = self.method(answers[command], self._smtp_methods.get(command))

    def method(self, answer, usual):
        async def act(argument):
            if answer == "cut":
                self.transport.abort()
            elif answer == "silent":
                await asyncio.Event().wait()
            else:
                await self.push(answer)

        return act


class Silent(asyncio.Protocol):
    """Accepts connections, and says nothing."""


class Cut(asyncio.Protocol):
    """Ends each connection at once."""

    def connection_made(self, transport):
        transport.abort()


class Server:
    """A server on a free port, while a test runs."""

    def __init__(self, answers=None, tls=None, first=None, **options):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.handler = Handler(answers or {})
        protocols = {"silent": Silent, "cut": Cut}

        def make():
            return protocols[first]() if first else BadServer(self.handler, answers or {}, **options)

        self.loop, self.tls, self.make = asyncio.new_event_loop(), tls, make

    def __enter__(self):
        server = self.loop.run_until_complete(self.loop.create_server(self.make, "127.0.0.1", self.port, ssl=self.tls))
        self.listening, self.thread = server, threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.listening.close()
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.close()

    @property
    def mails(self):
        return self.handler.mails


def authenticator(server, session, envelope, mechanism, data):
    """Takes one user with one password."""
    return AuthResult(success=data.login == USER.encode() and data.password == PASSWORD.encode(), handled=False)


class Program:
    """Runs davenport in a folder of its own."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def run(self, *arguments, **settings):
        settings = {"DATABASE_URL": DATABASE, "MAIL_FROM": "The Sofa <sofa@example.org>", "NO_COLOR": "1"} | settings
        environment = {"PATH": os.environ["PATH"]} | {key: value for key, value in settings.items() if value is not None}
        return subprocess.run([os.environ["DAVENPORT"], *arguments], cwd=self.path, env=environment, capture_output=True, text=True)
