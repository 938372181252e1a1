import DavenportAPI
import TestSupport
import Testing

@Suite("rules 10: the versions of clients")
struct ClientVersionTests {
    /// Shows rules 10.18 and 10.19.
    @Test("Every endpoint refuses a client that is too old, before it looks who asks, and serves the others")
    func endpoints() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            for endpoint in Endpoints.all {
                let path = endpoint.pathParameters.reduce(endpoint.path) { $0.replacing("{\($1)}", with: "x") }
                let answer = try await server.call(endpoint.method, path, headers: ["Davenport-Client": "0.99.7"])
                #expect(answer.status == 400 && answer.code == .clientTooOld, "\(endpoint.name): \(answer)")
            }
            for version in ["1.0.0", "99.0.0", "", "0.9", "0.9.0-beta", "0.9.x", "app 0.1.0", "-1.0.0", "0.0.9999999"] {
                #expect(try await server.call(.get, "/v1/tenant", headers: ["Davenport-Client": version]).status == 200, "\(version)")
            }
            #expect(try await server.call(.get, "/health/live", headers: ["Davenport-Client": "0.1.0"]).status == 200)
        }
    }

    /// Shows rule 10.19.
    @Test("Versions compare by their numbers")
    func order() throws {
        let pairs = [("1.2.3", "1.2.3", false), ("1.2.2", "1.2.3", true), ("1.10.0", "1.9.9", false), ("2.0.0", "10.0.0", true)]
        for (version, oldest, isOlder) in pairs {
            let (version, oldest) = (try #require(ClientVersion(version)), try #require(ClientVersion(oldest)))
            #expect((version < oldest) == isOlder, "\(version) and \(oldest)")
            #expect(ClientVersion("\(version)") == version)
        }
    }
}
