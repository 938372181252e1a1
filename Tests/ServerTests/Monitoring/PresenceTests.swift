import DavenportAPI
import Domain
import Foundation
import Postgres
import Prometheus
import Server
import TestSupport
import Testing

@Suite("rules 22: clients that disconnect")
struct PresenceTests {
    /// A request and the table that it reads.
    struct Asked: Sendable, CustomTestStringConvertible {
        let line: String
        let table: String
        var authorization: String?
        var body = ""

        var testDescription: String { "\(line), at \(table)" }
    }

    private static let asked = [
        Asked(line: "GET /v1/me", table: "sessions"), Asked(line: "GET /v1/tenant", table: "tenants"),
        Asked(
            line: "POST /v1/sessions", table: "throttles", authorization: "Basic " + Data("ada@example.org:x".utf8).base64EncodedString()),
        Asked(line: "GET /v1/dashboard", table: "memberships"), Asked(line: "GET /v1/rooms", table: "rooms"),
        Asked(line: "POST /v1/rooms", table: "rooms", body: #"{"subject": {"kind": "custom", "title": "x"}, "memberIDs": []}"#),
        Asked(line: "PATCH /v1/me", table: "users", body: #"{"givenName": "Ada"}"#),
        Asked(line: "POST /v1/invites", table: "invites", body: "{}"), Asked(line: "GET /v1/friends", table: "friendships"),
        Asked(line: "PUT /v1/files/\(UUID().uuidString.lowercased())?name=a.txt", table: "files", body: "text"),
        Asked(line: "GET /v1/tasks", table: "tasks"), Asked(line: "GET /v1/challenges", table: "challenges"),
    ]

    /// Runs the body while a table is locked, so that requests to it are blocked.
    private func locking(_ table: String, _ server: TestServer, _ body: () async throws -> Void) async throws {
        try await server.database.owner.transaction { transaction in
            try await transaction.query("SET LOCAL idle_in_transaction_session_timeout = 0")
            try await transaction.query(SQL(unsafeRaw: "LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE"))
            try await body()
        }
    }

    private func waiting(_ server: TestServer) async throws -> Int {
        try await server.database.count("pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
    }

    private func request(_ asked: Asked, _ token: String, version: String = "1.1") -> String {
        "\(asked.line) HTTP/\(version)\r\nHost: sofa\r\nAuthorization: \(asked.authorization ?? "Bearer \(token)")\r\n"
            + "Content-Length: \(asked.body.utf8.count)\r\n\r\n\(asked.body)"
    }

    /// Shows rule 22.4.
    @Test("The query of a client that disconnects is cancelled, and the access log says 499", arguments: asked)
    func query(asked: Asked) async throws {
        let lines = Lines()
        try await TestServer.with(
            features: Feature.allCases, limits: .patient { $0.probeDelay = .milliseconds(20) },
            serverOptions: .with { $0.accessLog = lines.log() }
        ) { server in
            let ada = try await server.person("ada", role: .owner)
            try await locking(asked.table, server) {
                let client = try await RawClient.open(port: server.port)
                try await client.send(request(asked, ada.token))
                try await eventually("it waits for the table") { try await waiting(server) == 1 }
                await client.close()
                try await eventually("PostgreSQL has stopped") { try await waiting(server) == 0 }
                try await eventually("the line is there") { lines.text.contains(" 499 ") }
                #expect(lines.text.contains(#/ 499 \S+ ms 0 bytes /#), "nothing went out: \(lines.text)")
            }
            #expect(try await server.call(.get, "/v1/me", token: ada.token).status == 200)
        }
    }

    /// Shows rule 22.4.
    @Test("A broken connection is noticed at once")
    func reset() async throws {
        try await TestServer.with(limits: .patient { $0.probeDelay = .milliseconds(20) }) { server in
            let ada = try await server.person("ada")
            try await locking("sessions", server) {
                let client = try await RawClient.open(port: server.port)
                try await client.send(request(Self.asked[0], ada.token))
                try await eventually("it waits for the table") { try await waiting(server) == 1 }
                try await client.reset()
                try await eventually("PostgreSQL has stopped") { try await waiting(server) == 0 }
            }
        }
    }

    /// Shows rule 22.4.
    @Test("A client that closes its sending side gets 102 and its answer; HTTP/1.0 has no 102")
    func halfClosed() async throws {
        try await TestServer.with(limits: .patient { $0.probeDelay = .milliseconds(20) }) { server in
            let ada = try await server.person("ada")
            try await RawClient.with(port: server.port) { client in
                try await RawClient.with(port: server.port) { old in
                    try await locking("sessions", server) {
                        try await old.send(request(Self.asked[0], ada.token, version: "1.0"))
                        try await old.finish()
                        try await eventually("it waits for the table") { try await waiting(server) == 1 }
                        try await client.send(request(Self.asked[0], ada.token))
                        try await client.finish()
                        try await eventually("the newer one gets 102 twice") {
                            client.received.components(separatedBy: "HTTP/1.1 102 Processing\r\n\r\n").count > 2
                        }
                        try await eventually("nothing is cancelled") { try await waiting(server) == 2 }
                    }
                    try await client.untilClosed()
                    try await old.untilClosed()
                    #expect(client.statuses == [200] && old.statuses.count + RawClient.old(old.received) == 1)
                    #expect(!old.received.contains("Processing"))
                }
            }
        }
    }

    /// Shows rule 22.4.
    @Test("A brief statement of a client that disconnects isn't cancelled, and keeps its database connection")
    func brief() async throws {
        let registry = Registry([])
        try await TestServer.with(limits: .patient(), serverOptions: .with { $0.metrics = registry }) { server in
            let ada = try await server.person("ada")
            var process = 0
            try await locking("sessions", server) {
                let client = try await RawClient.open(port: server.port)
                try await client.send(request(Self.asked[0], ada.token))
                process = try await server.waitingProcess()
                try await client.reset()
                try await eventually("the server has seen it go") { await registry.value("davenport_http_connections") == 0 }
                #expect(try await waiting(server) == 1)
            }
            try await eventually("it has ended") { await registry.value("davenport_http_requests_in_flight") == 0 }
            #expect(try await server.database.count("pg_stat_activity WHERE pid = \(process)") == 1)
        }
    }
}

extension RawClient {
    /// The number of HTTP/1.0 answers.
    fileprivate static func old(_ text: String) -> Int { text.components(separatedBy: "HTTP/1.0 ").count - 1 }
}
