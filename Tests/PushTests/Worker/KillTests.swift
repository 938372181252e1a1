import DavenportAPI
import Domain
import Foundation
import LocalPostgres
import Logging
import Postgres
import Schema
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Push

/// Kills real workers that push to the stand-in for Apple. KILL_NOTIFICATIONS, KILL_WORKERS and KILL_POSTGRES set the
/// numbers.
@Suite("rules 21: no push is lost, and only pushes in flight can repeat", .generousTimeLimit)
struct KillTests {
    /// Shows rules 21.1 and 23.1.
    @Test("Overlapping workers killed at random lose no push of any service, and repeat at most those in flight, with the same id")
    func workers() async throws {
        let (count, kills) = (setting("KILL_NOTIFICATIONS") ?? 400, setting("KILL_WORKERS") ?? 6)
        try await PushFixture.with { evening in
            // The workers use the machine's clock.
            try await evening.setWebKey()
            try await StandIn.run(["--quiet", "--any-team"]) { apple in
                _ = try await SetPushKey(evening.server.operators, evening.masterKey)(
                    evening.server.tenant, file: apple.serviceAccount, hosts: apple.tokenHosts)
                try await Crowd.add(
                    count, browsers: try await apple.subscription(), to: evening.server.tenant.id, at: WallClock.system.now,
                    evening.server.database.owner)
                try await apple.control(#"{"rule": {"action": "answer", "delay": 0.02}}"#)
                let database = evening.server.database
                try await Self.keepLeases(database.owner)
                let process = { try WorkerProcess(database.workerURI, evening.masterText, apple) }
                var inFlight = 0
                for _ in 0..<(kills + 1) / 2 {
                    let workers = [try process(), try process()]
                    for worker in workers {
                        let goal = try apple.pushCount() + Int.random(in: 0...max(1, count / (kills + 2)))
                        // The other worker may have claimed all notifications.
                        try await eventually("some more arrive, or none") { try !worker.isRunning || apple.pushCount() >= goal }
                        worker.kill()
                        inFlight += try await evening.count(Ledger.inFlight)
                    }
                    try await evening.expireLeases()
                }
                // A notification that a killed worker's connection still locks for a moment is left to the next run.
                while try await evening.count("notifications WHERE state IN ('pending', 'sending')") > 0 {
                    try await evening.expireLeases()
                    try #require(try await process().end() == 0)
                }
                try await compare(
                    try await Ledger(database.owner, apple), count: count, inFlight: inFlight, what: "\(kills) kills of workers")
            }
        }
    }

    /// Shows rules 21.1 and 23.1.
    @Test("Killing PostgreSQL under watching workers loses no push either")
    func postgres() async throws {
        let (count, kills) = (setting("KILL_NOTIFICATIONS") ?? 400, setting("KILL_POSTGRES") ?? 2)
        let folder = URL.temporaryDirectory.appending(path: "davenport-kill-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var postgres = try await LocalPostgres.start(in: folder)
        let masterKey = MasterKey.generate()
        // On a busy machine a test may get no processor for longer than a transaction may usually be idle.
        let owner = Pool(
            .init(
                uri: postgres.uri(), size: 2, waiterTimeout: .seconds(600), statementTimeout: .zero, idleInTransactionTimeout: .zero,
                applicationName: "tests"),
            logger: .quiet)
        try await StandIn.run(["--quiet", "--any-team"]) { apple in
            try await prepare(owner, masterKey, count: count, apple)
            try await apple.control(#"{"rule": {"action": "answer", "delay": 0.02}}"#)
            try await Self.keepLeases(owner)
            let workers = try (0..<2).map { _ in
                try WorkerProcess(postgres.uri(user: ServingRole.localWorker), masterKey, apple, ["--watch"], isSingleRole: false)
            }
            var inFlight = 0
            for kill in 1...kills {
                // Kills PostgreSQL each time after some more pushes have arrived.
                try await eventually("pushes arrive") { try apple.pushCount() >= count * kill / (kills + 2) }
                try await OwnPostgres.crash(in: folder)
                postgres = try await LocalPostgres.start(in: folder)
            }
            // The workers store their results once PostgreSQL is back. Of a claim that was stored and that no worker heard of,
            // nothing comes before its lease ends.
            var (pushes, quietChecks) = (0, 0)
            try await eventually("all are sent") {
                let count = try apple.pushCount()
                (pushes, quietChecks) = (count, count == pushes ? quietChecks + 1 : 0)
                if quietChecks % 1000 == 999 { inFlight += try await Self.expireLeases(owner) }
                return try await counted("notifications WHERE state <> 'sent'", owner) == 0
            }
            for worker in workers {
                worker.terminate()
                #expect(try await worker.end() == 0)
            }
            try await compare(try await Ledger(owner, apple), count: count, inFlight: inFlight, what: "\(kills) kills of PostgreSQL")
        }
        await owner.close()
        await postgres.stop()
    }

    /// Makes leases end only by `expireLeases`. Otherwise a worker that gets no processor for 30 seconds would lose its
    /// lease, and would send twice without a kill.
    private static func keepLeases(_ owner: Pool) async throws {
        try await owner.roundTrip {
            try await $0.query(
                """
                CREATE FUNCTION keep_lease() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    NEW.lease_until = NEW.lease_until + interval '1 day';
                    RETURN NEW;
                END $$
                """)
        }
        try await owner.roundTrip {
            try await $0.query(
                """
                CREATE TRIGGER keep_lease BEFORE UPDATE ON notifications FOR EACH ROW
                WHEN (NEW.lease_id IS DISTINCT FROM OLD.lease_id) EXECUTE FUNCTION keep_lease()
                """)
        }
    }

    /// Ends the leases that no worker is working on at this moment, and returns the number of their deliveries.
    private static func expireLeases(_ owner: Pool) async throws -> Int {
        let rows = try await owner.roundTrip {
            try await $0.query(
                """
                WITH stale AS (
                    SELECT tenant_id, id, lease_id FROM notifications WHERE lease_until > clock_timestamp() FOR UPDATE SKIP LOCKED
                ), expired AS (
                    UPDATE notifications AS n SET lease_until = clock_timestamp() - interval '1 second'
                    FROM stale AS s WHERE n.tenant_id = s.tenant_id AND n.id = s.id)
                SELECT count(*) FROM push_deliveries AS d
                JOIN stale AS s ON s.tenant_id = d.tenant_id AND s.id = d.notification_id AND s.lease_id = d.lease_id
                """)
        }
        return try rows[0]["count"]
    }

    private func compare(_ ledger: Ledger, count: Int, inFlight: Int, what: String) async throws {
        print("\(count) notifications, \(what): lost \(ledger.lost), doubled \(ledger.doubled), in flight at the kills \(inFlight)")
        #expect(ledger.sent == count)
        #expect(ledger.lost == 0)
        #expect(ledger.doubled <= inFlight)
        #expect(ledger.foreign == 0, "what came twice came with the same apns-id and collapse id")
    }

    private func prepare(_ owner: Pool, _ masterKey: String, count: Int, _ apple: StandIn) async throws {
        let schema = try Schema.load()
        _ = try await Migrator(migrations: schema.migrations, definitions: schema.definitions, idleLimit: .zero, logger: .quiet).migrate(
            owner)
        let operators = UseCases(
            database: Database(pool: owner, clock: .system), passwords: PasswordHasher(parameters: .quick, threads: 1), logger: .quiet)
        try await operators.createServingRole(.pushWorker, name: ServingRole.localWorker, password: nil)
        let tenant = try await operators.createTenant(slug: "sofa", name: "The Sofa", features: [.watch], signup: .invite, hosts: [])
        let key = NewPushKey(
            teamID: "TEAM123456", keyID: "KEY1234567", topic: PushFixture.topic, environment: .sandbox, p8: SigningKey.generate().pem)
        let master = try #require(MasterKey(base64: masterKey))
        try await SetPushKey(operators, master)(tenant, key)
        _ = try await SetPushKey(operators, master)(tenant, file: apple.serviceAccount, hosts: apple.tokenHosts)
        _ = try await MakeWebPushKey(operators, master)(tenant)
        try await Crowd.add(count, browsers: try await apple.subscription(), to: tenant.id, at: WallClock.system.now, owner)
    }

    private func counted(_ query: SQL, _ pool: Pool) async throws -> Int {
        try await pool.answered("SELECT count(*) AS count FROM \(fragment: query)")[0]["count"]
    }
}

extension Pool {
    /// Repeats a query until the database answers it. After a crash each connection of the pool fails once.
    fileprivate func answered(_ query: SQL) async throws -> Rows {
        var rows: Rows?
        try await eventually("the database answers") {
            rows = try? await self.roundTrip { try await $0.query(query) }
            return rows != nil
        }
        return try #require(rows)
    }
}

/// The pushes that the stand-in received, and those that the database recorded as sent.
private struct Ledger {
    let sent: Int
    let lost: Int
    let doubled: Int
    /// The number of received pushes without a delivery in the database.
    let foreign: Int

    /// The number of deliveries with a lease at this moment: at least those in flight.
    static let inFlight: SQL = """
        push_deliveries AS d JOIN notifications AS n ON n.tenant_id = d.tenant_id AND n.id = d.notification_id
        WHERE d.lease_id = n.lease_id AND n.lease_until > clock_timestamp()
        """

    init(_ owner: Pool, _ apple: StandIn) async throws {
        let rows = try await owner.answered(
            """
            SELECT d.id, CASE v.kind WHEN 'web' THEN substring(v.endpoint FROM '[^/]*$') ELSE d.device_token END AS device_token
            FROM push_deliveries AS d JOIN devices AS v ON v.tenant_id = d.tenant_id AND v.token = d.device_token
            WHERE d.state = 'sent'
            """)
        let deliveries = Dictionary(
            uniqueKeysWithValues: try rows.map { row -> (String, String) in
                let id: UUID = try row["id"]
                return (id.uuidString.lowercased(), try row["device_token"])
            })
        let taken = try apple.ledger().filter { $0.status == 200 }
        sent = deliveries.count
        // A message to a browser or to Android has no id of its own, and each device gets one. What comes twice must have the same
        // topic or collapse key.
        let android = try apple.androidMessages().filter { $0.status == 200 && $0.id != "token" }
        let messages = try apple.messages().filter { $0.status == 201 } + android
        let topics = Set(messages.map { "\($0.id) \($0.topic ?? "")" })
        let (ids, browsers) = (Set(taken.compactMap(\.id)), Set(messages.map(\.id)))
        lost = deliveries.count { !ids.contains($0.key) && !browsers.contains($0.value) }
        doubled = taken.count - ids.count + messages.count - browsers.count
        foreign =
            taken.filter { deliveries[$0.id ?? ""] != $0.device }.count + topics.count - browsers.count
            + browsers.subtracting(deliveries.values).count
    }
}

/// A run of `davenport-push`, as cron starts it.
final class WorkerProcess: Sendable {
    private let process = Process()

    init(
        _ database: String, _ masterKey: String, _ apple: StandIn, _ arguments: [String] = [], isSingleRole: Bool = TestRoles.isSingle,
        mailServer: String? = nil
    ) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["davenport-push"] + arguments
        process.environment = [
            "PATH": Shell.path, "PUSH_DATABASE_URL": database, "DATABASE_URL": database, "MASTER_KEY": masterKey,
            "APNS_SANDBOX_URL": apple.url, "APNS_CA_FILE": apple.caFile, "LOG_LEVEL": "error",
            "FCM_URL": apple.browsersURL, "FCM_CA_FILE": apple.caFile,
            "WEB_PUSH_CONTACT": FakeBrowsers.contact, "WEB_PUSH_HOSTS": apple.browsersURL.replacing("https://", with: ""),
            "WEB_PUSH_CA_FILE": apple.caFile, "WEBHOOK_ALLOWED_NETS": "127.0.0.0/8", "WEBHOOK_CA_FILE": apple.caFile,
            "DATABASE_ROLES": isSingleRole ? "single" : "separate", "PUSH_METRICS_PORT": "0",
        ]
        if let mailServer {
            process.environment?.merge(["SMTP_URL": mailServer, "MAIL_FROM": "sofa@example.org"]) { _, new in new }
        }
        process.currentDirectoryURL = apple.folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Kills the process, so that a failed test leaves no process behind.
    deinit { if process.isRunning { kill() } }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    func terminate() { process.terminate() }

    var isRunning: Bool { process.isRunning }

    /// Waits until the process ends by itself.
    /// - Returns: its exit code.
    func end() async throws -> Int32 {
        try await eventually("the worker has ended") { !process.isRunning }
        return process.terminationStatus
    }
}
