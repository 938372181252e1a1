import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Postgres
import TestSupport
import Testing

@testable import Push

@Suite("rules 22: metrics of the programs")
struct MetricsTests {
    /// Returns a program's page of metrics, once it has the expected lines.
    private func page(port: Int, saying lines: [String] = []) async throws -> String {
        var text = ""
        try await eventually("the page says \(lines)") {
            guard let response = try? await HTTPClient.patient.get(url: "http://127.0.0.1:\(port)/metrics").get() else { return false }
            text = response.body.map { String(buffer: $0) } ?? ""
            let found = Set(text.split(separator: "\n"))
            return response.status == .ok && lines.allSatisfy { found.contains($0[...]) }
        }
        return text
    }

    /// Returns the metric families of a page.
    private func names(_ page: String) -> Set<String> {
        Set(page.matches(of: #/# TYPE (\S+) /#).map { String($0.1) })
    }

    /// Shows rule 22.10.
    @Test("Alerts, their tests, the dashboard and the operators' page name exactly the metrics that the programs export")
    func names() async throws {
        try await PushFixture.with { evening in
            // Without these rights the worker exports less about standbys.
            let role = try #require(try ConnectionString(evening.server.database.workerURI)["user"])
            try await evening.change("GRANT pg_read_all_stats TO \(unsafeRaw: role)")
            try await StandIn.run(["--quiet", "--any-team"]) { apple in
                let exported = try await exported(evening, apple)
                for file in [
                    "docs/operating/alerts.yml", "Tests/Metrics/alerts_test.yml", "docs/operating/dashboard.json",
                    "docs/monitoring.md",
                ] {
                    let text = try String(
                        contentsOf: URL(filePath: #filePath).appending(path: "../../../../" + file).standardized, encoding: .utf8)
                    let named = Set(
                        text.matches(of: /\b(davenport|process)_[a-z_]+/).map { String($0.0) }
                            .map { $0.replacing(/_(bucket|sum|count)$/, with: "") })
                    #expect(named.count > 15 && named.subtracting(exported) == [], "\(file)")
                    if file.hasSuffix(".md") { #expect(exported.subtracting(named) == [], "\(file) lacks them") }
                }
            }
        }
    }

    /// Returns the metrics of a server with a catalogue, a watching worker and a single run together.
    private func exported(_ evening: PushFixture, _ apple: StandIn) async throws -> Set<String> {
        let (serverPort, workerPort) = (try await FreePort.any(), try await FreePort.any())
        let file = apple.folder.appending(path: "push.prom").path
        let run = try await Shell.run("davenport-push --metrics-file \(file)", environment: environment(evening, apple))
        #expect(run.status == 0, "\(run.errors)")
        let programs = try await RunningPrograms.start(
            [["davenport", "serve", "--port", "0"], ["davenport-push", "--watch"]],
            environment(evening, apple).merging(
                ["METRICS_PORT": "\(serverPort)", "PUSH_METRICS_PORT": "\(workerPort)", "TMDB_API_KEY": "0123456789abcdef0123456789abcdef"]
            ) { _, new in new })
        defer { programs.end() }
        let port = try await programs.port()
        _ = try await HTTPClient.patient.get(url: "http://127.0.0.1:\(port)/health/live").get()
        let server = try await page(
            port: serverPort, saying: [#"davenport_http_requests_total{method="GET",route="/health/live",status="200"} 1"#])
        let worker = try await page(port: workerPort, saying: ["davenport_outbox_readable 1"])
        return names(server).union(names(worker)).union(names(try String(contentsOfFile: file, encoding: .utf8)))
    }

    private func environment(_ evening: PushFixture, _ apple: StandIn) -> [String: String] {
        [
            "DATABASE_URL": evening.server.database.appURI, "PUSH_DATABASE_URL": evening.server.database.workerURI,
            "MASTER_KEY": evening.masterText, "APNS_SANDBOX_URL": apple.url, "APNS_CA_FILE": apple.caFile, "LOG_LEVEL": "error",
        ]
    }

    /// Shows rule 22.7.
    @Test("A worker exports due notifications, the oldest one's age, sent ones and failures by known reasons")
    func worker() async throws {
        try await PushFixture.with { evening in
            try await StandIn.run(["--quiet", "--any-team"]) { apple in
                let tenant = evening.server.tenant.id
                let port = try await FreePort.any()
                try await Crowd.add(3, to: tenant, at: WallClock.system.now, evening.server.database.owner)
                let programs = try await RunningPrograms.start(
                    [["davenport-push", "--watch"]],
                    environment(evening, apple).merging(["PUSH_METRICS_PORT": "\(port)"]) { _, new in new })
                defer { programs.end() }
                _ = try await page(
                    port: port,
                    saying: [
                        "davenport_push_sent_total 3", "davenport_outbox_due 0", "davenport_outbox_oldest_seconds 0",
                        #"davenport_push_failed_total{reason="other"} 0"#,
                    ])
            }
        }
    }

    private static func pair(_ backlog: OutboxBacklog) -> [Double] { [Double(backlog.due), backlog.age] }

    /// Shows rule 22.7.
    @Test("The backlog covers all tenants except suspended ones, with the age of the oldest notification")
    func backlog() async throws {
        try await PushFixture.with { evening in
            let queue = PushQueue(evening.database)
            #expect(try await Self.pair(queue.backlog()) == [0, 0])
            try await evening.crowd(3)
            let attic = try await evening.server.otherTenant()
            try await Crowd.add(2, to: attic.id, at: evening.server.clock.now.addingTimeInterval(-90), evening.server.database.owner)
            #expect(try await Self.pair(queue.backlog()) == [5, 90])
            try await evening.server.operators.suspendTenant(attic, .suspended)
            #expect(try await Self.pair(queue.backlog()) == [3, 0])
        }
    }

    /// Shows rule 22.7.
    @Test("Apple's reasons are limited to known ones, whatever the response contains")
    func reasons() {
        #expect(PushReason.label(of: "BadDeviceToken") == "BadDeviceToken")
        for text in ["x", "", "status 418", "BadDeviceToken\"} 1\nevil 2"] { #expect(PushReason.label(of: text) == "other") }
        for reason in PushReason.allCases { #expect(PushReason.label(of: reason.text("evil: 2\n")) == reason.rawValue) }
    }

    /// Shows rule 22.7.
    @Test("An outage of Apple is counted as pushes without a connection")
    func outage() async throws {
        try await PushFixture.with { evening in
            try await evening.crowd(2)
            let nowhere = APNsTransport.apple(
                productionURL: "https://127.0.0.1:1", sandboxURL: "https://127.0.0.1:1", caFile: nil,
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: .quiet)
            let worker = evening.worker(apple: nowhere)
            try await worker.drain()
            #expect(await worker.report.failures == ["no connection": 2])
        }
    }

    /// Shows rule 22.9.
    @Test("Runs from cron write their metrics to a file, and its counters continue")
    func file() async throws {
        try await PushFixture.with { evening in
            try await StandIn.run(["--quiet", "--any-team"]) { apple in
                let file = apple.folder.appending(path: "push.prom").path
                for first in [0, 3] {
                    try await Crowd.add(
                        3, from: first, to: evening.server.tenant.id, at: WallClock.system.now, evening.server.database.owner)
                    let run = try await Shell.run("davenport-push --metrics-file \(file)", environment: environment(evening, apple))
                    #expect(run.status == 0, "\(run.errors)")
                }
                let text = try String(contentsOfFile: file, encoding: .utf8)
                #expect(text.contains("davenport_push_sent_total 6\n") && text.contains("davenport_outbox_due 0\n"))
                let last = try #require(text.firstMatch(of: /davenport_push_last_run_timestamp_seconds (\d+)\n/).flatMap { Double($0.1) })
                #expect(abs(Date().timeIntervalSince1970 - last) < 600)
                // The node exporter adds these metrics itself.
                #expect(!text.contains("process_"))
            }
        }
    }

    /// Shows rule 22.5.
    @Test("Log lines before a fatal error are written, as text and as JSON", arguments: ["text", "json"])
    func lastWords(format: String) async throws {
        let taken = try await FreePort.holding()
        let outcome = try await Shell.run(
            "davenport serve --port \(taken.port)",
            environment: ["DATABASE_URL": "postgresql://127.0.0.1:1/x", "METRICS_PORT": "0", "LOG_FORMAT": format])
        await taken.release()
        #expect(outcome.status != 0 && outcome.errors.contains("Nothing can be served at"), "\(outcome)")
        #expect(outcome.errors.contains("Not ready yet: the database can't be reached"), "\(outcome)")
    }

    /// Shows rule 22.8.
    @Test(
        "An impossible setting is reported in one plain sentence",
        arguments: [
            ("METRICS_PORT=$TAKEN davenport serve --port 0", "since another program listens there: set METRICS_PORT to"),
            ("PUSH_METRICS_PORT=$TAKEN davenport-push --watch", "since another program listens there: set PUSH_METRICS_PORT to"),
            ("davenport serve --port $TAKEN", "Nothing can be served at 127.0.0.1:"),
            ("METRICS_HOST=192.0.2.1 METRICS_PORT=9 davenport serve --port 0", "since this machine has no such address: set METRICS_HOST"),
            ("METRICS_HOST=192.0.2.1 davenport serve --port 0", "since this machine has no such address: set METRICS_HOST"),
            ("METRICS_HOST='no such host' davenport-push --watch", "since it is no address to listen at: set METRICS_HOST"),
            ("METRICS_PORT=$TAKEN davenport serve --port $TAKEN", "METRICS_PORT is the port to serve at, $TAKEN: choose another"),
            ("HOST=0.0.0.0 PORT=$TAKEN METRICS_PORT=$TAKEN davenport serve", "METRICS_PORT is the port to serve at"),
            ("davenport-push --metrics-file /nowhere/at/all.prom", "The metrics can't be written to /nowhere/at/all.prom:"),
            ("davenport-push --metrics-file a.txt", "--metrics-file must end with .prom."),
            ("davenport-push --watch --metrics-file a.prom", "--metrics-file is for runs that end"),
            ("CORS_ORIGINS='*' davenport serve", "CORS_ORIGINS must be origins"),
        ])
    func wrong(command: String, sentence: String) async throws {
        try await PushFixture.with { evening in
            let taken = try await FreePort.holding()
            let environment = [
                "DATABASE_URL": evening.server.database.appURI, "PUSH_DATABASE_URL": evening.server.database.workerURI,
                "MASTER_KEY": evening.masterText, "TAKEN": "\(taken.port)",
            ]
            let outcome = try await Shell.run(command, environment: environment)
            await taken.release()
            #expect(outcome.status != 0, "\(outcome)")
            let said = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("Error: ") }
            let expected = sentence.replacing("$TAKEN", with: "\(taken.port)")
            #expect(said.count == 1 && said.first?.contains(expected) == true, "\(outcome.errors)")
        }
    }
}
