import DavenportAPI
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 10 and 20: internal failures are reported as what they are, and logged without secrets")
struct FailureTests {
    /// Shows rule 20.20.
    @Test("The log has the endpoint and not its path, which may contain a device token")
    func pattern() async throws {
        let log = LogRecorder()
        try await TestServer.with(logger: log.logger) { server in
            let ada = try await server.person("ada")
            try await server.rows("ALTER TABLE devices RENAME TO gone")
            let token = String(repeating: "ab", count: 32)
            let body = #"{"environment": "sandbox", "topic": "org.example.sofa"}"#
            let answer = try await RawClient.exchange(
                "PUT /v1/devices/\(token)?from=home HTTP/1.1\r\nHost: sofa\r\nAuthorization: Bearer \(ada.token)\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", isWhole: true, port: server.port)
            #expect(RawClient.statuses(answer) == [500])
            #expect(log.text.contains("PUT /v1/devices/{apnsToken} failed"))
            #expect(!log.text.contains(token) && !log.text.contains("home") && !log.text.contains(ada.token))
            // At the end of the test, StatementCheck plans the sent statements again.
            try await server.rows("ALTER TABLE gone RENAME TO devices")
        }
    }

    /// Shows rule 10.10.
    @Test("A statement that takes too long is 503 with Retry-After, and no error")
    func lastsTooLong() async throws {
        let log = LogRecorder()
        try await TestServer.with(logger: log.logger) { server in
            let ada = try await server.person("ada")
            try await server.withSessionsLocked {
                async let call = server.call(.get, "/v1/me", token: ada.token)
                let process = try await server.waitingProcess()
                try await server.rows("SELECT pg_cancel_backend(\(process)::int4)")
                let answer = try await call
                #expect(answer.status == 503 && answer.code == .unavailable)
                #expect(answer.headers["retry-after"] != nil)
            }
            #expect(!log.text.contains("failed"), "\(log.text)")
        }
    }

    /// Shows rule 10.10.
    @Test(
        "Every timeout of PostgreSQL's is temporary",
        arguments: [
            ("statement_timeout", "SELECT pg_sleep(600)"), ("lock_timeout", "LOCK TABLE sessions"),
            ("idle_in_transaction_session_timeout", "SELECT 1"),
        ])
    func timeouts(setting: String, statement: String) async throws {
        try await TestServer.with { server in
            try await server.withSessionsLocked {
                let error = await #expect(throws: PostgresError.self) {
                    try await server.database.freeApp.transaction { transaction in
                        try await transaction.query("SELECT set_config(\(setting), '1', true)")
                        try await eventually("it was too long") {
                            _ = try await transaction.query(SQL(unsafeRaw: statement))
                            return false
                        }
                    }
                }
                #expect(error?.isUnavailable == true, "\(error.map { "\($0)" } ?? "")")
            }
        }
    }
}
