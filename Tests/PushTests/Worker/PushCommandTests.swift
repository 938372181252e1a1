import DavenportAPI
import Domain
import Foundation
import Secrets
import TestSupport
import Testing

@testable import Push

@Suite("rules 21: davenport push and davenport-push")
struct PushCommandTests {
    private static let set = """
        davenport push key set --tenant sofa --team ABCDE12345 --key-id FGHIJ67890 --topic org.example.other --environment production --p8 key.p8
        """

    /// Shows rule 21.11.
    @Test("A key is set, listed without its secret, and removed")
    func keys() async throws {
        try await PushFixture.with { evening in
            let pem = SigningKey.generate().pem
            let outcome = try await evening.shell("printf '%s' '\(pem)' > key.p8 && \(Self.set) && davenport push key list --tenant sofa")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(
                outcome.output == """
                    sofa pushes to org.example.other (production) by key FGHIJ67890 now.
                    org.example.other (production): key FGHIJ67890 of team ABCDE12345
                    org.example.sofa (sandbox): key KEY1234567 of team TEAM123456

                    """)
            let removed = try await evening.shell(
                "davenport push key remove --tenant sofa --topic org.example.other --environment production "
                    + "&& davenport push key list --tenant sofa --json"
            )
            #expect(removed.status == 0 && !removed.output.contains("FGHIJ67890") && removed.output.contains("KEY1234567"))
        }
    }

    /// Shows rules 21.11 and 21.22.
    @Test("A key for Android is set, listed without its secret, and removed")
    func androidKey() async throws {
        try await PushFixture.with { evening in
            let set = "davenport push fcm-key set --tenant sofa --file account.json"
            let outcome = try await evening.shell(
                """
                cat > account.json <<'END'
                \(ServiceAccountFile.text())END
                \(set) && davenport push key list --tenant sofa && davenport push key list --tenant sofa --json > json && cat json
                davenport push fcm-key remove --tenant sofa && davenport push key list --tenant sofa
                """)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let (lines, apple) = (outcome.output.split(separator: "\n"), "org.example.sofa (sandbox): key KEY1234567 of team TEAM123456")
            #expect(lines.first == "sofa pushes to the Android devices of sofa-1a2b3 now.")
            #expect(
                lines.dropFirst().prefix(2) == [
                    apple[...], "sofa-1a2b3 (Android): key \(ServiceAccountFile.keyID) of \(ServiceAccountFile.email)",
                ])
            #expect(lines.suffix(2) == ["sofa no longer has a key for Android.", apple[...]])
            #expect(outcome.output.contains(#""fcm""#) && !outcome.output.contains("PRIVATE KEY"))
        }
    }

    @Test(
        "An error is reported in one plain sentence",
        arguments: [
            ("echo nothing > key.p8; \(set)", "--p8 isn't usable"), (set, "The file key.p8 can't be read."),
            ("unset MASTER_KEY; echo x > key.p8; \(set)", "Set MASTER_KEY or MASTER_KEY_FILE"),
            ("MASTER_KEY=short davenport-push", "MASTER_KEY must be 32 bytes in base64."),
            ("unset MASTER_KEY; davenport-push", "Set MASTER_KEY"),
            ("MASTER_KEY_FILE=x davenport-push", "choose one"), ("APNS_SANDBOX_URL=http://x davenport-push", "must begin with https://"),
            ("unset PUSH_DATABASE_URL DATABASE_ROLES; davenport-push", "Set PUSH_DATABASE_URL"),
            ("PUSH_DATABASE_URL=postgresql://nobody@127.0.0.1:1/x davenport-push", "The database can't be reached"),
            ("davenport push fcm-key set --tenant sofa --file none.json", "The file none.json can't be read."),
            (
                "echo {} > a.json; davenport push fcm-key set --tenant sofa --file a.json",
                "--file isn't usable: it isn't the file of a service account"
            ),
            ("davenport push fcm-key remove --tenant sofa", "--tenant has no key for Android"),
            ("FCM_URL=http://x davenport-push", "FCM_URL must begin with https://"),
            ("FCM_URL=https://10.0.0.1 davenport-push", "FCM_URL: “https://10.0.0.1” isn't an address of the form https://host:port."),
            ("davenport push retry --tenant nowhere", "There is no tenant of that slug."),
            ("davenport push key remove --tenant sofa --topic nothing --environment sandbox", "--topic has no sandbox key"),
            ("echo x > k; davenport push key rotate-master --new-key-file k", "doesn't hold 32 bytes"),
            ("davenport dev clock +1x", "Say how far"),
            ("davenport dev clock +1d", "Only the clock of a private PostgreSQL can be moved"),
        ])
    func wrong(command: String, sentence: String) async throws {
        try await PushFixture.with { evening in
            let outcome = try await evening.shell(command)
            #expect(outcome.status != 0, "\(outcome)")
            #expect(outcome.errors.split(separator: "\n").last?.contains(sentence) == true, "\(outcome.errors)")
        }
    }

    /// Shows rules 21.5 and 21.15.
    @Test("A run from cron sends what is due and ends with one line and exit code 0; status reports it")
    func run() async throws {
        try await PushFixture.with { evening in
            try await Crowd.add(3, to: evening.server.tenant.id, at: WallClock.system.now, evening.server.database.owner)
            try await StandIn.run(["--quiet", "--any-team"]) { apple in
                let run = try await evening.shell("davenport-push 2>&1 && davenport push status", apple)
                #expect(run.status == 0, "\(run)")
                #expect(run.output.contains("sent 3, retried 0, dead 0, cancelled 0, seconds "), "\(run)")
                #expect(run.output.contains("sofa: due 0, retrying 0, dead 0, last success 20"), "\(run)")
                #expect(try apple.ledger().map(\.status) == [200, 200, 200])
                let device = try #require(try apple.ledger().first?.device)
                #expect(!run.output.contains(device))
            }
        }
    }

    /// Shows rule 21.5.
    @Test("SIGTERM ends a watching worker with exit code 0")
    func terminate() async throws {
        try await PushFixture.with { evening in
            try await StandIn.run(["--quiet", "--any-team"]) { apple in
                try await Crowd.add(1, to: evening.server.tenant.id, at: WallClock.system.now, evening.server.database.owner)
                let worker = try WorkerProcess(evening.server.database.workerURI, evening.masterText, apple, ["--watch"])
                _ = try await apple.ledger(count: 1)
                worker.terminate()
                #expect(try await worker.end() == 0)
            }
        }
    }
}

extension PushFixture {
    /// Runs a script whose programs use this test's database and key, and the stand-in for Apple.
    fileprivate func shell(_ script: String, _ apple: StandIn? = nil) async throws -> Shell.Outcome {
        try await Shell.run(
            script,
            environment: [
                "DATABASE_URL": server.database.workerURI, "MIGRATION_DATABASE_URL": server.database.ownerURI,
                "PUSH_DATABASE_URL": server.database.workerURI, "MASTER_KEY": masterText, "APNS_SANDBOX_URL": apple?.url ?? "",
                "APNS_CA_FILE": apple?.caFile ?? "", "NO_COLOR": "1",
            ])
    }
}
