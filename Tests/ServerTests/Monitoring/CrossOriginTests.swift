import DavenportAPI
import Foundation
import Server
import TestSupport
import Testing

@Suite("rules 22: cross-origin requests")
struct CrossOriginTests {
    private static let origin = "https://app.example.org"

    private func with(_ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
        try await TestServer.with(serverOptions: .with { $0.origins = [Self.origin, "http://localhost:3000"] }, body)
    }

    /// Returns the answer to a preflight request.
    private func preflight(_ path: String, _ origin: String, _ server: TestServer) async throws -> String {
        try await RawClient.exchange(
            "OPTIONS \(path) HTTP/1.1\r\nHost: sofa\r\nOrigin: \(origin)\r\nAccess-Control-Request-Method: PATCH\r\n"
                + "Access-Control-Request-Headers: authorization\r\nConnection: close\r\n\r\n", port: server.port)
    }

    /// Shows rule 22.1.
    @Test("A configured origin's page can read answers, problems and the needed headers; credentials are never allowed")
    func answers() async throws {
        try await with { server in
            let ada = try await server.person("ada")
            for (token, status) in [(ada.token, 200), (nil, 401)] as [(String?, Int)] {
                let answer = try await server.call(.get, "/v1/me", token: token, headers: ["Origin": Self.origin])
                #expect(answer.status == status)
                #expect(answer.headers["access-control-allow-origin"] == Self.origin)
                let exposed = answer.headers["access-control-expose-headers"] ?? ""
                #expect(exposed.contains("ETag") && exposed.contains("Date") && exposed.contains("Davenport-Echo"), "\(exposed)")
                #expect(answer.headers["access-control-allow-credentials"] == nil)
                #expect(answer.headers["vary"] == "Origin")
            }
        }
    }

    /// Shows rule 22.1.
    @Test("A preflight is answered with the path's methods and the API's request headers")
    func preflights() async throws {
        try await with { server in
            let text = try await preflight("/v1/me", Self.origin, server)
            #expect(text.hasPrefix("HTTP/1.1 204 "))
            let methods = try #require(text.firstMatch(of: /Access-Control-Allow-Methods: ([A-Z, ]+)\s/)).1
            #expect(
                Set(methods.split(separator: ", ")) == Set(Endpoints.all.filter { $0.path == "/v1/me" }.map { $0.method.rawValue[...] }))
            let headers = try #require(text.firstMatch(of: /Access-Control-Allow-Headers: (.+)\s/)).1.split(separator: ", ")
            #expect(Set(["Authorization", "Content-Type", "Davenport-Echo", "Davenport-Tenant", "If-None-Match", "Range"]).isSubset(of: headers))
            #expect(text.contains("Access-Control-Allow-Origin: \(Self.origin)\r\n") && text.contains("Access-Control-Max-Age: "))
            #expect(!text.lowercased().contains("credentials"))
            #expect(try await preflight("/v1/nothing", Self.origin, server).hasPrefix("HTTP/1.1 404 "))
            for path in ["/openapi.json", "/docs", "/health/live"] {
                #expect(try await preflight(path, Self.origin, server).contains("Access-Control-Allow-Methods: GET\r\n"), "\(path)")
            }
        }
    }

    /// Shows rule 22.1.
    @Test(
        "Origins are compared as a whole, byte for byte, and no other origin is ever named",
        arguments: [
            "https://app.example.org.evil.org", "https://app.example.or", "http://app.example.org", "https://app.example.org:443",
            "https://APP.example.org", "https://app.example.org/", "null", "*", "https://app.example.org\u{301}",
            "https://app.example.org, http://localhost:3000", "https://" + String(repeating: "a", count: 15_000) + ".example.org",
        ])
    func others(origin: String) async throws {
        try await with { server in
            #expect(try await preflight("/v1/me", origin, server).hasPrefix("HTTP/1.1 405 "))
            let text = try await RawClient.exchange(
                "GET /v1/me HTTP/1.1\r\nHost: sofa\r\nOrigin: \(origin)\r\nConnection: close\r\n\r\n", port: server.port)
            #expect(RawClient.statuses(text) == [401])
            #expect(!text.contains("Access-Control-") && text.contains("Vary: Origin"))
        }
    }

    /// Shows rule 22.1.
    @Test("Two Origin headers don't match, and without configured origins no CORS header is sent")
    func none() async throws {
        let twice = "GET /v1/me HTTP/1.1\r\nHost: sofa\r\nOrigin: \(Self.origin)\r\nOrigin: \(Self.origin)\r\nConnection: close\r\n\r\n"
        try await with { server in
            let answer = try await RawClient.exchange(twice, port: server.port)
            #expect(!answer.contains("Access-Control-"))
        }
        try await TestServer.with { server in
            #expect(try await preflight("/v1/me", Self.origin, server).hasPrefix("HTTP/1.1 405 "))
            let answer = try await server.call(.get, "/v1/me", headers: ["Origin": Self.origin])
            #expect(answer.headers["access-control-allow-origin"] == nil && answer.headers["vary"] == nil)
        }
    }

    /// Shows rule 22.1.
    @Test("A configured page can also read why a head was refused, and no other page can")
    func refusedHeads() async throws {
        try await with { server in
            for (target, origin, isAllowed) in [("/%ff", Self.origin, true), ("/%ff", "https://evil.example.org", false)] {
                let text = try await RawClient.exchange(
                    "GET \(target) HTTP/1.1\r\nHost: sofa\r\nOrigin: \(origin)\r\n\r\n", port: server.port)
                #expect(text.hasPrefix("HTTP/1.1 400 ") && text.contains("Vary: Origin\r\n"), "\(text)")
                #expect(text.contains("Access-Control-Allow-Origin: \(Self.origin)\r\n") == isAllowed, "\(text)")
            }
        }
    }

    /// Shows rule 22.3.
    @Test("Compression is the proxy's job: an answer ignores Accept-Encoding")
    func plain() async throws {
        try await TestServer.with { server in
            let text = try await RawClient.exchange(
                "GET /openapi.json HTTP/1.1\r\nHost: sofa\r\nAccept-Encoding: gzip, br\r\nConnection: close\r\n\r\n", port: server.port)
            let head = text.prefix { $0 != "{" }
            #expect(!head.contains("Content-Encoding") && text.contains(#""openapi":"#))
        }
    }
}
