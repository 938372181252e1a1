"""The tests of bin/check --mail. Arguments are names of tests, as for Python's unittest."""

import concurrent.futures
import email.header
import email.policy
import email.utils
import html.parser
import json
import logging
import pathlib
import tempfile
import unittest
import urllib.parse

from servers import NAME, PASSWORD, USER, Certificate, Program, Server, authenticator

LOGIN = urllib.parse.quote(USER, safe="") + ":" + urllib.parse.quote(PASSWORD, safe="")
folder = tempfile.TemporaryDirectory()
good = Certificate(pathlib.Path(folder.name), [NAME])
other = Certificate(pathlib.Path(folder.name), ["other.example.org"])
program = Program()


def test_mail(port, *arguments, scheme="smtp", host="127.0.0.1", login="", address="bea@example.org", **settings):
    login = login and login + "@"
    return program.run("mail", "test", address, *arguments, SMTP_URL=f"{scheme}://{login}{host}:{port}", **settings)


class Words(html.parser.HTMLParser):
    """The words of a page, and the addresses that it would load."""

    def __init__(self, text):
        super().__init__()
        self.words, self.loaded, self.is_hidden = [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.is_hidden = tag in ("title", "style")
        self.loaded += [value for name, value in attributes if name in ("src", "srcset", "background", "data")]
        self.loaded += [tag] if tag in ("img", "link", "script", "iframe", "video", "object") else []

    def handle_endtag(self, tag):
        self.is_hidden = False

    def handle_data(self, data):
        if not self.is_hidden:
            self.words += data.split()


class Delivered(unittest.TestCase):
    """Mails that arrive."""

    def sent(self, outcome):
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""), outcome)
        self.assertEqual(outcome.stdout.split(": ", 1)[1], "250 2.0.0 Ok: queued as 4XyZ\n")

    def test_plain(self):
        with Server() as server:
            self.sent(test_mail(server.port))
            self.assertEqual(server.handler.greetings, ["example.org"])
            envelope = server.mails[0][0]
            self.assertEqual((envelope.mail_from, envelope.rcpt_tos), ("sofa@example.org", ["bea@example.org"]))

    def test_starttls(self):
        with Server(tls_context=good.context, require_starttls=True, authenticator=authenticator, auth_required=True) as server:
            self.sent(test_mail(server.port, host=NAME, login=LOGIN, MAIL_CA_FILE=str(good.file)))
            self.assertTrue(server.mails[0][1].authenticated)
            self.assertIsNotNone(server.mails[0][1].ssl)

    def test_smtps(self):
        with Server(tls=good.context, authenticator=authenticator, auth_required=True, auth_require_tls=False) as server:
            self.sent(test_mail(server.port, scheme="smtps", host=NAME, login=LOGIN, MAIL_CA_FILE=str(good.file)))
            self.sent(test_mail(server.port, scheme="smtps", login=LOGIN, MAIL_CA_FILE=str(good.file)))

    def test_login_mechanisms(self):
        for excluded in ("PLAIN", "LOGIN"):
            with Server(authenticator=authenticator, auth_required=True, auth_require_tls=False, auth_exclude_mechanism=[excluded]) as server:
                self.sent(test_mail(server.port, login=LOGIN))

    def test_a_proxy_of_the_environment_is_not_used(self):
        with Server() as server:
            self.sent(test_mail(server.port, ALL_PROXY="http://127.0.0.1:1", all_proxy="http://127.0.0.1:1"))

    def test_utf8(self):
        with Server(enable_SMTPUTF8=True) as server:
            self.sent(test_mail(server.port, address="pelé@example.org"))
            envelope = server.mails[0][0]
            self.assertEqual(envelope.rcpt_tos, ["pelé@example.org"])
            self.assertIn("SMTPUTF8", envelope.mail_options)
            mail = email.message_from_string(envelope.content.decode(), policy=email.policy.SMTPUTF8)
            self.assertEqual(mail["To"].addresses[0].addr_spec, "pelé@example.org")

    def test_words(self):
        names = [
            "Bea", 'Bea "the Bee" \\ Bumble', "Bea\r\nBcc: eve@example.org\r\n\r\nHi", "באה בן־דוד", "Bea 👩‍👩‍👧🛋", "Ü" * 300, "a" * 300,
            "=?utf-8?q?Eve?=", "<b>Bea</b> & <img src=x>", "Bea, Eve <eve@example.org>", "Bea (x); y:", "e\u0301" * 90, ".", "From me",
        ]
        with Server() as server:
            for name in names:
                with self.subTest(name=name[:20]):
                    self.sent(test_mail(server.port, "--name", name))
                    self.check(server.mails.pop()[0].content, name.replace("\r", " ").replace("\n", " "))

    def check(self, content, name):
        self.assertTrue(all(len(line) <= 78 for line in content.split(b"\r\n")))
        self.assertTrue(content.isascii())
        mail = email.message_from_bytes(content, policy=email.policy.default)
        self.assertEqual(mail.defects, [])
        self.assertEqual([address.addr_spec for address in mail["To"].addresses], ["bea@example.org"])
        # The newer reader of Python 3.11 leaves blanks between encoded words of names, which RFC 2047 takes away.
        raw = email.utils.parseaddr("".join(email.message_from_bytes(content)["To"].splitlines()))[0]
        self.assertEqual(str(email.header.make_header(email.header.decode_header(raw))).split(), name.split())
        self.assertEqual((mail["From"].addresses[0].display_name, mail["From"].addresses[0].addr_spec), ("The Sofa", "sofa@example.org"))
        self.assertEqual((mail["Subject"], mail["Auto-Submitted"]), ("A test of Davenport's mail", "auto-generated"))
        self.assertRegex(mail["Message-ID"], r"^<[0-9a-f-]{36}@example\.org>$")
        self.assertIsNotNone(email.utils.parsedate_to_datetime(mail["Date"]))
        self.assertEqual(
            sorted(mail.keys()), ["Auto-Submitted", "Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Subject", "To"])
        text, page = (mail.get_body([kind]).get_content() for kind in ("plain", "html"))
        self.assertTrue(" ".join(text.split()).startswith("Hello " + " ".join(name.split()) + ","))
        words = Words(page)
        self.assertEqual((words.words, words.loaded), (text.split(), []))
        self.assertIn('<meta name="color-scheme" content="light dark">', page)


class Refused(unittest.TestCase):
    """Mails that the server doesn't take."""

    def failed(self, outcome, text):
        self.assertEqual((outcome.returncode, outcome.stdout), (1, ""), outcome)
        self.assertIn(text, outcome.stderr)
        self.assertEqual(outcome.stderr.count("\n"), 1)
        self.assertNotIn(PASSWORD, outcome.stderr)

    def test_codes(self):
        retry = "The mail wasn't sent, and another attempt may succeed: "
        for command in ("MAIL", "RCPT", "DATA", "END"):
            kind = "the address" if command == "RCPT" else "the mail"
            with self.subTest(command=command):
                with Server({command: "451 4.7.1 Try later"}) as server:
                    self.failed(test_mail(server.port), retry + "451 4.7.1 Try later")
                with Server({command: "550 5.1.1 No\x1b[31m such user"}) as server:
                    self.failed(test_mail(server.port), f"The mail server refuses {kind}: 550 5.1.1 No [31m such user")
                    self.assertEqual(server.mails, [])

    def test_a_refused_login_may_succeed_later(self):
        with Server(authenticator=authenticator, auth_required=True, auth_require_tls=False) as server:
            self.failed(test_mail(server.port, login="ada:wrong"), "may succeed: 535 5.7.8 Authentication credentials invalid")
            self.failed(test_mail(server.port), "refuses the mail: 530 5.7.0 Authentication required")

    def test_cuts(self):
        with Server(first="cut") as server:
            self.failed(test_mail(server.port), "may succeed: connection lost")
        options = dict(authenticator=authenticator, auth_require_tls=False)
        for command in ("EHLO", "AUTH", "MAIL", "RCPT", "DATA", "END"):
            with self.subTest(command=command), Server({command: "cut"}, **options) as server:
                lost = "connection lost after the mail" if command == "END" else "connection lost"
                self.failed(test_mail(server.port, login=LOGIN), "may succeed: " + lost)
        with Server({"STARTTLS": "cut"}, tls_context=good.context) as server:
            self.failed(test_mail(server.port, host=NAME, MAIL_CA_FILE=str(good.file)), "may succeed: connection lost")

    def test_silence(self):
        # At the same time, since each takes as long as an attempt may.
        with Server(first="silent") as first, Server({"EHLO": "silent"}) as hello, Server({"END": "silent"}) as end:
            with concurrent.futures.ThreadPoolExecutor() as pool:
                outcomes = list(pool.map(lambda server: test_mail(server.port), [first, hello, end]))
        for outcome in outcomes:
            self.failed(outcome, "may succeed: no answer in time")

    def test_certificates(self):
        with Server(tls=good.context) as server:
            self.failed(test_mail(server.port, scheme="smtps", host=NAME), "may succeed: no TLS: SSL certificate problem: self-signed certificate")
            nowhere = test_mail(server.port, scheme="smtps", host=NAME, MAIL_CA_FILE="/nowhere")
            self.failed(nowhere, "MAIL_CA_FILE has no certificate that can be read")
        with Server(tls=other.context) as server:
            self.failed(test_mail(server.port, scheme="smtps", host=NAME, MAIL_CA_FILE=str(other.file)), "may succeed: no TLS: ")
        with Server(tls_context=other.context) as server:
            self.failed(test_mail(server.port, host=NAME, MAIL_CA_FILE=str(other.file)), "may succeed: no TLS: ")
            self.assertEqual(server.mails, [])

    def test_without_starttls(self):
        with Server() as server:
            self.failed(test_mail(server.port, host=NAME), "the server offers no encryption (STARTTLS)")
            self.assertEqual(server.mails, [])

    def test_nobody(self):
        self.failed(test_mail(1), "no connection to smtp://127.0.0.1:1")
        self.failed(test_mail(25, host="nowhere.invalid"), "no address for the name nowhere.invalid")

    def test_utf8(self):
        with Server() as server:
            outcome = test_mail(server.port, address="pelé@example.org")
            self.failed(outcome, "refuses the mail: 553 5.6.7 The mail server takes no addresses beyond ASCII: it doesn't offer SMTPUTF8.")
            self.assertEqual(server.mails, [])

    def test_settings(self):
        self.failed(program.run("mail", "test", "bea@example.org", MAIL_FROM=None), "SMTP_URL and MAIL_FROM aren't set")
        self.failed(program.run("mail", "test", "bea@example.org"), "SMTP_URL and MAIL_FROM must be set together")
        self.failed(program.run("mail", "test", "bea@example.org", SMTP_URL="mail://x"), "SMTP_URL must begin with smtps:// or smtp://")
        self.failed(test_mail(25, MAIL_FROM="sofa"), "MAIL_FROM must be an address")
        self.failed(test_mail(25, address="bea@example.org>"), "is no address that mail can be sent to")


class Checked(unittest.TestCase):
    """davenport check, and the private database."""

    def finding(self, **settings):
        outcome = program.run("check", "--json", **settings)
        return next((finding["ok"], finding["text"]) for finding in json.loads(outcome.stdout) if finding["name"] == "mail")

    def test_check(self):
        with Server(tls=good.context, authenticator=authenticator, auth_required=True, auth_require_tls=False) as server:
            url = f"smtps://{LOGIN}@{NAME}:{server.port}"
            finding = self.finding(SMTP_URL=url, MAIL_CA_FILE=str(good.file))
            self.assertEqual(finding, (True, f"smtps://{NAME}:{server.port} answers, encrypted, and takes the login"))
            is_well, text = self.finding(SMTP_URL=url)
            self.assertIn("no TLS", text)
            self.assertFalse(is_well)
            self.assertEqual(self.finding(SMTP_URL=url.replace(LOGIN, "ada:wrong"), MAIL_CA_FILE=str(good.file))[0], False)
            self.assertEqual(self.finding(SMTP_URL=url, MAIL_CA_FILE="/nowhere")[1], "MAIL_CA_FILE names a file that can't be read: /nowhere")
        with Server() as server:
            finding = self.finding(SMTP_URL=f"smtp://127.0.0.1:{server.port}")
            self.assertEqual(finding, (True, f"smtp://127.0.0.1:{server.port} answers, unencrypted on this machine, and wants no login"))
            self.assertIn("offers no login", self.finding(SMTP_URL=f"smtp://{LOGIN}@127.0.0.1:{server.port}")[1])
        self.assertEqual(self.finding(MAIL_FROM=None), (True, "none is sent, because SMTP_URL isn't set"))

    def test_private_database(self):
        with Server() as server:
            for number in (1, 2):
                outcome = test_mail(server.port, DATABASE_URL=None)
                self.assertEqual(outcome.stdout, f"A mail to bea@example.org is in .davenport/mail/{number}.eml\n")
                file = program.path / f".davenport/mail/{number}.eml"
                self.assertEqual(file.stat().st_mode & 0o777, 0o600)
                mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
                self.assertEqual(mail["To"], "bea@example.org")
            outcome = program.run("mail", "test", "bea@example.org", DATABASE_URL=None, MAIL_FROM=None)
            self.assertEqual(outcome.stdout, "A mail to bea@example.org is in .davenport/mail/3.eml\n")
            finding = self.finding(DATABASE_URL=None, MAIL_FROM=None)
            self.assertEqual(finding, (True, "is written to .davenport/mail, and never sent"))
            self.assertEqual(server.handler.greetings, [])


# aiosmtpd warns of logins without TLS, which are wanted here.
logging.disable()
unittest.main(warnings="ignore")
