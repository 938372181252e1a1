import DavenportAPI
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 10: health")
struct HealthTests {
    /// Shows rule 10.10.
    @Test("The server is live, and ready once every migration is applied")
    func ready() async throws {
        try await TestServer.with { server in
            #expect(try await server.call(.get, "/health/live").status == 200)
            #expect(try await server.call(.get, "/health/ready").status == 200)
            try await server.rows("DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)")
            let answer = try await server.call(.get, "/health/ready")
            #expect(answer.status == 503)
            #expect(answer.text.contains("migrations are missing"))
        }
    }

    /// Shows rule 10.10.
    @Test("Without its database the server answers 503 with Retry-After, logs it, and recovers")
    func databaseAway() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            try await server.database.block()
            let answer = try await server.call(.get, "/v1/me", token: ada.token)
            #expect(answer.status == 503)
            #expect(answer.code == .unavailable)
            #expect(answer.headers["retry-after"] != nil)
            #expect(try await server.call(.get, "/health/ready").status == 503)
            #expect(try await server.call(.get, "/health/live").status == 200)
            try await server.database.unblock()
            try await eventually("the server serves again") { try await server.call(.get, "/v1/me", token: ada.token).status == 200 }
        }
    }
}
