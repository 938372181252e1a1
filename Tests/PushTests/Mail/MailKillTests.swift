import DavenportAPI
import Domain
import Foundation
import NIOCore
import Postgres
import Secrets
import TestSupport
import Testing

@testable import Push

/// Kills real workers while they send pushes, messages to webhooks and mails. KILL_WORKERS and KILL_MAILS set the numbers.
@Suite("rules 26: no mail is lost", .generousTimeLimit)
struct MailKillTests {
    /// Shows rule 26.4.
    @Test("Workers that are killed at random while all three services are busy lose nothing, and a mail that comes twice has the same id")
    func workers() async throws {
        let kills = setting("KILL_WORKERS") ?? 6
        let count = setting("KILL_MAILS") ?? 120
        try await Busy.run(count: count) { busy in
            for _ in 0..<(kills + 1) / 2 {
                let workers = [try busy.worker(), try busy.worker()]
                for worker in workers {
                    let goal = busy.mails.mails.count + Int.random(in: 0...2 * count / (kills + 2))
                    try await eventually("some more mails arrive, or none") {
                        if busy.mails.mails.count >= goal { return true }
                        return try await busy.waiting("mails") == 0
                    }
                    worker.kill()
                }
                try await busy.expireLeases()
            }
            let last = try busy.worker()
            try await eventually("everything is sent") { try await busy.isAllSent() }
            last.kill()
            let mails = busy.mails.mails
            print("\(count) mails, \(kills) kills of workers: \(mails.count - Set(mails).count) came twice")
            #expect(Set(mails.map(\.recipient)).count == count)
            #expect(Set(mails).count == count, "a mail that comes twice has the same Message-ID")
        }
    }
}

/// A community for which a worker has pushes, messages to webhooks, and mails to send.
private struct Busy: Sendable {
    let world: WebhookFixture
    let apple: StandIn
    let webhooks: WebhookReceiver
    let mails: MailReceiver
    let mailServer: String

    static func run(count: Int, _ body: @escaping @Sendable (Busy) async throws -> Void) async throws {
        try await WebhookFixture.with { world in
            try await StandIn.run(["--quiet", "--any-team"]) { apple in
                try await WebhookReceiver.run(apple.folder) { webhooks in
                    try await MailReceiver.run(delay: .milliseconds(5)) { mails, url in
                        let busy = Busy(world: world, apple: apple, webhooks: webhooks, mails: mails, mailServer: url)
                        try await busy.prepare(count)
                        try await body(busy)
                    }
                }
            }
        }
    }

    private func prepare(_ count: Int) async throws {
        let server = world.server
        let key = NewPushKey(
            teamID: "TEAM123456", keyID: "KEY1234567", topic: PushFixture.topic, environment: .sandbox, p8: SigningKey.generate().pem)
        let masterKey = try #require(Services.ofTests[MasterKey.self])
        try await SetPushKey(server.operators, masterKey)(server.tenant, key)
        for number in 0..<10 { _ = try await world.robot("robot\(number)", url: "https://127.0.0.1:\(webhooks.port)/\(number)") }
        // The workers use the machine's clock.
        try await server.rows(
            "UPDATE webhooks SET due_at = clock_timestamp(), checked_at = clock_timestamp(), announced = pg_current_snapshot()")
        try await apple.control(#"{"rule": {"action": "answer", "delay": 0.02}}"#)
        try await Crowd.add(count, to: server.tenant.id, at: WallClock.system.now, server.database.owner)
        try await server.rows("DELETE FROM mails")
        try await server.rows(
            """
            WITH made AS (
                INSERT INTO mails (tenant_id, id, kind, user_id, created_at, due_at, expires_at)
                SELECT tenant_id, gen_random_uuid(), 'verify', id, clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 day'
                FROM users WHERE email LIKE 'p%@example.org' RETURNING tenant_id, id, user_id)
            INSERT INTO mail_addresses (tenant_id, mail_id, address, link)
            SELECT m.tenant_id, m.id, u.email, 'https://sofa.example.org/verify-email#C0DE' FROM made AS m
            JOIN users AS u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
            """)
    }

    func worker() throws -> WorkerProcess {
        try WorkerProcess(
            world.server.database.workerURI, Services.masterKeyOfTests, apple, ["--watch"], mailServer: mailServer)
    }

    func waiting(_ what: SQL) async throws -> Int {
        try await world.server.rows("SELECT count(*) AS count FROM \(fragment: what)")[0]["count"]
    }

    func isAllSent() async throws -> Bool {
        let left = [
            try await waiting("mails"), try await waiting("notifications WHERE state <> 'sent'"),
            try await waiting("webhooks WHERE num_nonnulls(due_at, message_id, lease_id) > 0"),
        ]
        return left.allSatisfy { $0 == 0 }
    }

    /// Ends the leases of workers that are dead.
    func expireLeases() async throws {
        for statement: SQL in [
            "UPDATE mails SET leased_until = clock_timestamp() - interval '1 second' WHERE lease_id IS NOT NULL",
            "UPDATE webhooks SET leased_until = clock_timestamp() - interval '1 second' WHERE lease_id IS NOT NULL",
            "UPDATE notifications SET lease_until = clock_timestamp() - interval '1 second' WHERE lease_id IS NOT NULL",
        ] { try await world.server.rows(statement) }
    }
}
