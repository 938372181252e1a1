import DavenportAPI
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 20: X-Forwarded-For is trusted for exactly the configured number of proxies")
struct ClientAddressTests {
    /// Returns whether the server takes two headers for the same client. Then locking one out locks the other out too.
    private func sameClient(_ first: String, _ second: String, proxies: Int) async throws -> Bool {
        let (same, isLockedOut) = AsyncStream.makeStream(of: Bool.self)
        try await TestServer.with(trustedProxies: proxies) { server in
            let ada = try await server.person("ada")
            for _ in 0..<10 { #expect(try await server.tryLogIn(ada.email, "wrong", from: first).status == 401) }
            isLockedOut.yield(try await server.tryLogIn(ada.email, ada.password, from: second).status == 429)
        }
        return await same.first { _ in true } == true
    }

    /// Shows rules 20.7, 20.8 and 20.12.
    @Test(
        "Requests of one client are recognized",
        arguments: [
            ("203.0.113.7", "203.0.113.8", 0, true), ("203.0.113.7", "203.0.113.8", 1, false), ("203.0.113.7", "203.0.113.7:4711", 1, true),
            ("1.1.1.1, 203.0.113.7", "2.2.2.2,203.0.113.7", 1, true), ("1.1.1.1, 9.9.9.9", "1.1.1.1, 8.8.8.8", 2, true),
            ("6.6.6.6, 1.1.1.1, 9.9.9.9", "1.1.1.1, 9.9.9.9", 2, true), ("1.1.1.1, 9.9.9.9", "1.1.1.2, 9.9.9.9", 2, false),
            ("1.1.1.1", "2.2.2.2", 2, true), ("nonsense", "127.0.0.1", 1, true), ("", "127.0.0.1", 1, true),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", 1, true), ("2001:db8:1:2::1", "2001:db8:1:3::1", 1, false),
            ("[2001:db8:1:2::1]:443", "2001:db8:1:2::2", 1, true), ("::ffff:203.0.113.7", "203.0.113.7", 1, true),
            ("::ffff:203.0.113.7", "::ffff:203.0.113.8", 1, false), ("fe80::1%eth0", "fe80::2", 1, true),
            // A combining mark after the proxy's comma hides the comma from a search by characters.
            ("1.1.1.1\u{301}, 203.0.113.7", "2.2.2.2\u{200D}, 203.0.113.7", 1, true),
            ("1.1.1.1\u{600}, 203.0.113.7", "2.2.2.2\u{600},203.0.113.7", 1, true),
            ("\u{1F3FD},\u{FE0F}, 203.0.113.7", "203.0.113.7", 1, true),
        ])
    func clients(first: String, second: String, proxies: Int, same: Bool) async throws {
        #expect(try await sameClient(first, second, proxies: proxies) == same)
    }

    /// Shows rule 20.8.
    @Test("The header without a configured proxy is logged once as a warning")
    func warning() async throws {
        let log = LogRecorder()
        try await TestServer.with(logger: log.logger) { server in
            _ = try await server.call(.get, "/v1/tenant")
            #expect(log.warnings.isEmpty)
            for _ in 0..<3 { _ = try await server.call(.get, "/v1/tenant", headers: ["X-Forwarded-For": "203.0.113.7"]) }
            #expect(log.warnings.count == 1)
            #expect(log.warnings.first?.contains("TRUSTED_PROXIES") == true)
            #expect(log.warnings.first?.contains("203.0.113.7") == false)
        }
    }
}
