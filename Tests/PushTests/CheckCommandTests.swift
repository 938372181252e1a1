import Foundation
import Postgres
import Schema
import Secrets
import TestSupport
import Testing

@Suite("rules 22: davenport check", .separateRoles)
struct CheckCommandTests {
    private struct Finding: Decodable {
        let name: String
        let ok: Bool
        let text: String
    }

    private static let tmdbKey = "0123456789abcdef0123456789abcdef"
    /// Starts a stand-in for TMDB and OpenSubtitles.com, and configures the programs to use it.
    private static let tmdb = """
        catalogue-stand-in --state tmdb --key \(tmdbKey) > /dev/null &
        trap 'kill %1' EXIT
        until [ -s tmdb/url ]; do sleep 0.05; done
        export TMDB_BASE_URL=$(< tmdb/url) TMDB_API_KEY=\(tmdbKey)
        export OPENSUBTITLES_BASE_URL=${TMDB_BASE_URL%/3}/api/v1 OPENSUBTITLES_API_KEY=\(tmdbKey)

        """

    /// The end of a URI by whose connections the functions and views of the schema `public` shadow PostgreSQL's.
    private static let publicFirst = "?options=-c%20search_path%3Dpublic,pg_catalog"

    /// Runs a script in a deployment without faults.
    private func shell(_ script: String, _ evening: PushFixture, _ apple: StandIn) async throws -> Shell.Outcome {
        try await Shell.run(
            script,
            environment: [
                "DATABASE_URL": evening.server.database.appURI, "MIGRATION_DATABASE_URL": evening.server.database.ownerURI,
                "PUSH_DATABASE_URL": evening.server.database.workerURI, "MASTER_KEY": evening.masterText, "APNS_SANDBOX_URL": apple.url,
                "FCM_URL": apple.browsersURL, "FCM_CA_FILE": apple.caFile,
                "APNS_CA_FILE": apple.caFile, "NO_COLOR": "1", "METRICS_PORT": "0", "PUSH_METRICS_PORT": "0",
            ])
    }

    private func with(_ body: @escaping @Sendable (PushFixture, StandIn) async throws -> Void) async throws {
        try await PushFixture.with { evening in
            try await evening.setAndroidKey()
            try await StandIn.run { apple in try await body(evening, apple) }
        }
    }

    /// Shows rule 22.11.
    @Test("Without faults every check prints one line, as text and as JSON, and no secret appears")
    func well() async throws {
        try await with { evening, apple in
            let outcome = try await shell(Self.tmdb + "davenport check && davenport check --json > json && cat json", evening, apple)
            #expect(outcome.status == 0, "\(outcome)")
            let lines = outcome.output.split(separator: "\n").prefix { !$0.hasPrefix("[") }
            let (pairs, count) = (lines.map { $0.split(separator: ": ", maxSplits: 1) }, try Schema.load().migrations.count)
            #expect(
                pairs.map { $0[0] } == [
                    "ok    configuration", "ok    settings", "ok    files", "ok    server's database", "ok    worker's database",
                    "ok    owner's database",
                    "ok    version", "ok    connections", "ok    migrations", "ok    server's role", "ok    worker's role",
                    "ok    owner's role",
                    "ok    clock", "ok    standbys", "ok    archive", "ok    time zones", "ok    reports", "ok    master key",
                    "ok    Apple's sandbox", "ok    Google", "ok    mail",
                    "ok    catalogue", "ok    subtitles",
                ])
            #expect(lines.contains("ok    migrations: \(count) applied") && lines.contains("ok    master key: it opens all 2 push keys"))
            let json = outcome.output[(outcome.output.firstIndex(of: "[") ?? outcome.output.startIndex)...]
            let findings = try JSONDecoder().decode([Finding].self, from: Data(json.utf8))
            #expect(findings.map { "\($0.ok ? "ok   " : "WRONG") \($0.name): \($0.text)"[...] } == Array(lines))
            for secret in [evening.masterText, Self.tmdbKey] { #expect(!(outcome.output + outcome.errors).contains(secret)) }
            #expect(try apple.ledgerCount() == 0, "nothing was asked")
        }
    }

    /// Shows rules 9.7 and 22.11.
    @Test("Time zones that PostgreSQL doesn't know are listed with the number of rows that use them")
    func timeZones() async throws {
        try await with { evening, apple in
            for name in ["ada", "bea"] { try await evening.setQuietHours(try await evening.server.person(name), "UTC", "22:00", "07:00") }
            try await evening.change("UPDATE notification_preferences SET time_zone = 'Mars/Olympus'")
            let outcome = try await shell("davenport check", evening, apple)
            #expect(outcome.status == 1)
            #expect(outcome.output.contains("WRONG time zones: PostgreSQL doesn't know Mars/Olympus, which 2 have set"), "\(outcome)")
        }
    }

    /// Shows rule 22.11.
    @Test(
        "A failed check says what to do, and the command exits with 1",
        arguments: [
            ("PORT=x", "configuration: The configuration is wrong: PORT must be a whole number"),
            ("TMPDIR=/nowhere", "files: Nothing can be written to /nowhere, where uploads wait: set TMPDIR."),
            ("WORDS_DIR=/nowhere", "files: WORDS_DIR names a folder that can't be read"),
            ("DATABASE_URL=postgresql://u:hush@127.0.0.1:1/x", "server's database: no connection to PostgreSQL: "),
            ("DATABASE_URL=postgresql://%zz", "server's database: the database's URI is malformed"),
            ("PUSH_DATABASE_URL=${PUSH_DATABASE_URL%/*}/postgres", "worker's database: It isn't the server's: have DATABASE_URL and"),
            ("DATABASE_URL=$PUSH_DATABASE_URL", "server's role: davenport_worker lacks the server's rights: davenport migrate gives them"),
            ("PUSH_DATABASE_URL=$DATABASE_URL", "worker's role: davenport_server lacks the worker's rights"),
            ("DATABASE_URL=$MIGRATION_DATABASE_URL", "server's role: The role davenport_owner bypasses row security"),
            ("MIGRATION_DATABASE_URL=$DATABASE_URL", "owner's role: davenport_server must see every row"),
            ("DATABSE_POOL=3", "settings: DATABSE_POOL is no setting, so nothing reads it: did you mean DATABASE_POOL?"),
            ("TRUSTED_PROXY=1", "settings: TRUSTED_PROXY is no setting, so nothing reads it: did you mean TRUSTED_PROXIES?"),
            ("X=1; echo WEBHOOK_ALOWED_NET=10.0.0.0/8 > .env", "did you mean WEBHOOK_ALLOWED_NETS?"),
            ("MIGRATION_DATABASE_URL=", "settings: MIGRATION_DATABASE_URL is set, but empty: give it the owner's URL, or leave it out."),
            (
                "DATABASE_POOL=500",
                "connections: A server opens up to 501, and PostgreSQL takes 197 from davenport_server: lower DATABASE_POOL"
            ),
            (
                "WEBHOOK_ALLOWED_NETS=10.0.0.0/8,0.0.0.0/0",
                "webhooks: WEBHOOK_ALLOWED_NETS has 0.0.0.0/0, so the admins of communities reach"
            ),
            (
                "SMTP_URL=smtp://127.0.0.1:1 MAIL_FROM=a@b.example",
                "mail: smtp://127.0.0.1:1: no connection to smtp://127.0.0.1:1. Is SMTP_URL right"
            ),
            ("SMTP_URL=smtp://127.0.0.1:1", "configuration: The configuration is wrong: SMTP_URL and MAIL_FROM must be set together."),
            ("WEBHOOK_ALLOWED_NETS=::/0", "webhooks: WEBHOOK_ALLOWED_NETS has ::/0"),
            ("WEBHOOK_ALLOWED_NETS=10.0.0.0/99", "webhooks: WEBHOOK_ALLOWED_NETS: 10.0.0.0/99 is no network"),
            ("TENANT_SIGNUP=open", "sign-up: TENANT_SIGNUP is open, and TRUSTED_PROXIES isn't set."),
            ("DATABASE_URL=${DATABASE_URL%/*}/postgres; unset PUSH_DATABASE_URL MIGRATION_DATABASE_URL", "This isn't Davenport's database"),
            (
                "PUSH_DATABASE_URL=${PUSH_DATABASE_URL%/*}/postgres; unset DATABASE_URL MIGRATION_DATABASE_URL",
                "This isn't Davenport's database"
            ),
            ("MASTER_KEY=$(openssl rand -base64 32)", "master key: It is "),
            ("MASTER_KEY=", "master key: Set MASTER_KEY or MASTER_KEY_FILE"),
            ("MASTER_KEY=short", "master key: MASTER_KEY must be 32 bytes in base64."),
            ("APNS_SANDBOX_URL=https://127.0.0.1:1", "Apple's sandbox: https://127.0.0.1:1: nobody takes connections there."),
            ("FCM_URL=https://localhost:1", "Google: https://localhost:1: nobody takes connections there. Let this machine"),
            ("FCM_CA_FILE=", "its certificate isn't believed. Let this machine out there, or set FCM_URL."),
            ("APNS_CA_FILE=", "its certificate isn't believed. Let this machine out there, or set APNS_SANDBOX_URL."),
            ("TMDB_API_KEY=a TMDB_BASE_URL=http://127.0.0.1:1/3", "catalogue: The provider can't be reached"),
            ("MIGRATION_DATABASE_URL= PUSH_DATABASE_URL= DATABASE_URL=", "server's database: No DATABASE_URL is set, and no private"),
        ])
    func wrong(setting: String, sentence: String) async throws {
        try await with { evening, apple in
            let outcome = try await shell("export \(setting); davenport check", evening, apple)
            let wrong = outcome.output.split(separator: "\n").filter { $0.hasPrefix("WRONG ") }
            #expect(outcome.status == 1 && wrong.contains { $0.contains(sentence) }, "\(outcome)")
            #expect(!(outcome.output + outcome.errors).contains("hush"))
        }
    }

    /// Shows rule 22.11.
    @Test("An older schema and another database have a sentence with its remedy, in every command")
    func otherDatabases() async throws {
        try await with { evening, apple in
            let outcome = try await shell(
                """
                export PUSH_DATABASE_URL=${PUSH_DATABASE_URL%/*}/postgres
                davenport-push; MIGRATION_DATABASE_URL=${MIGRATION_DATABASE_URL%/*}/postgres davenport tenant list
                """, evening, apple)
            #expect(outcome.status != 0, "\(outcome)")
            #expect(outcome.errors.components(separatedBy: "is its URL right? Then run davenport migrate.").count == 3, "\(outcome)")
        }
    }

    /// Shows rule 22.11.
    @Test("A metrics port is free, served by a program of Davenport, or taken")
    func metricsPorts() async throws {
        try await with { evening, apple in
            let held = try await FreePort.holding()
            let (free, served) = (try await FreePort.any(), try await FreePort.any())
            let outcome = try await shell(
                """
                export METRICS_PORT=\(served)
                davenport serve --port 0 & trap 'kill %1' EXIT
                until davenport check | grep 'ok    server.s metrics: 127.0.0.1:\(served) is served by a program of Davenport'; do :; done
                PUSH_METRICS_PORT=\(free) davenport check | grep metrics
                METRICS_PORT=\(held.port) davenport check
                """, evening, apple)
            await held.release()
            #expect(outcome.output.contains("ok    worker's metrics: 127.0.0.1:\(free) is free"), "\(outcome)")
            let sentence = "Another program listens at 127.0.0.1:\(held.port): set METRICS_PORT to a port that is free, or to 0 for none."
            #expect(outcome.status == 1 && outcome.output.contains("WRONG server's metrics: \(sentence)"), "\(outcome)")
        }
    }

    /// Shows rule 22.11.
    @Test(
        "A key or an account that a provider refuses is reported",
        arguments: [
            ("TMDB_API_KEY=other", "catalogue: TMDB refuses the key in TMDB_API_KEY, with its code 7"),
            ("OPENSUBTITLES_API_KEY=other", "subtitles: OpenSubtitles.com refuses the key in OPENSUBTITLES_API_KEY."),
            (
                "OPENSUBTITLES_USER=davenport OPENSUBTITLES_PASSWORD=other",
                "subtitles: OpenSubtitles.com refuses the login with OPENSUBTITLES_USER and OPENSUBTITLES_PASSWORD."
            ),
        ])
    func refusedKey(setting: String, sentence: String) async throws {
        try await with { evening, apple in
            let outcome = try await shell(Self.tmdb + "\(setting) davenport check", evening, apple)
            #expect(outcome.status == 1 && outcome.output.contains("WRONG \(sentence)"), "\(outcome)")
        }
    }

    /// Shows rule 22.11.
    @Test("Missing migrations and unknown newer ones are reported, with the owner's URL and without")
    func migrations() async throws {
        try await with { evening, apple in
            let rows = try await evening.server.rows("DELETE FROM schema_migrations WHERE name > '0002' RETURNING name")
            let first = try #require(try rows.map { try $0["name"] as String }.min())
            for owner in ["", "unset MIGRATION_DATABASE_URL; "] {
                let outcome = try await shell("\(owner)davenport check", evening, apple)
                let line = "WRONG migrations: \(first) and \(rows.count - 1) more to be applied"
                #expect(outcome.status == 1 && outcome.output.contains(line), "\(outcome)")
            }
            try await evening.change("INSERT INTO schema_migrations (name, checksum) VALUES ('9999_far', '')")
            let newer = try await shell("davenport check", evening, apple)
            #expect(newer.output.contains("WRONG migrations: The database is newer than this program, by 9999_far"), "\(newer)")
        }
    }

    /// Shows rule 22.11.
    @Test(
        "A wrong clock, a standby and an outdated PostgreSQL are reported",
        arguments: [
            (
                "clock_timestamp() RETURNS timestamptz", "SELECT pg_catalog.clock_timestamp() + interval '1 h'",
                "s ahead of this machine's: set both by NTP"
            ),
            (
                "clock_timestamp() RETURNS timestamptz", "SELECT pg_catalog.clock_timestamp() - interval '1 h'",
                "s behind this machine's: set both by NTP"
            ),
            ("pg_is_in_recovery() RETURNS boolean", "SELECT true", "server's database: It only follows another server"),
            ("current_setting(text) RETURNS text", "SELECT '140009'", "version: PostgreSQL 140009 is too old"),
        ])
    func shadowed(function: String, body: String, sentence: String) async throws {
        try await with { evening, apple in
            try await evening.change("CREATE FUNCTION public.\(unsafeRaw: function) LANGUAGE sql AS $$ \(unsafeRaw: body) $$")
            let signature = function.prefix { $0 != " " }
            try await evening.change("GRANT EXECUTE ON FUNCTION public.\(unsafeRaw: String(signature)) TO davenport_app")
            let outcome = try await shell("DATABASE_URL=\"$DATABASE_URL\(Self.publicFirst)\" davenport check", evening, apple)
            #expect(outcome.status == 1 && outcome.output.contains(sentence), "\(outcome)")
        }
    }

    /// Shows rule 22.11.
    @Test(
        "It says how standbys follow, and whether commits wait for one that doesn't",
        arguments: [
            ("'streaming', 'sync'", "db2", "ok    standbys: 1, at most ", " bytes behind; commits wait for 1"),
            (
                "'streaming', 'async'", "", "ok    standbys: 1, at most ",
                " bytes behind; commits wait for 0, so a failover may lose the last ones"
            ),
            ("'backup', 'async'", "", "ok    standbys: none", ""),
            ("'backup', 'async'", "db2", "WRONG standbys: Every commit waits for one, and none follows: start it, or empty", ""),
        ])
    func standbys(row: String, names: String, beginning: String, end: String) async throws {
        try await with { evening, apple in
            try await evening.change(
                """
                CREATE VIEW public.pg_stat_replication AS
                SELECT * FROM (VALUES (\(unsafeRaw: row), pg_current_wal_lsn(), NULL::pg_lsn)) AS s (state, sync_state, sent_lsn, replay_lsn)
                """)
            try await evening.change("GRANT SELECT ON public.pg_stat_replication TO davenport_app")
            try await evening.change(
                "CREATE FUNCTION public.pg_has_role(name, name, text) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$")
            try await evening.change(
                """
                CREATE FUNCTION public.current_setting(text) RETURNS text LANGUAGE sql AS $$
                    SELECT CASE $1 WHEN 'synchronous_standby_names' THEN '\(unsafeRaw: names)' ELSE pg_catalog.current_setting($1) END
                $$
                """)
            try await evening.change("GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO davenport_app")
            let outcome = try await shell(
                "unset PUSH_DATABASE_URL MIGRATION_DATABASE_URL; DATABASE_URL=\"$DATABASE_URL\(Self.publicFirst)\" davenport check",
                evening, apple)
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix(beginning) && $0.hasSuffix(end) }, "\(outcome)")
        }
    }
}
