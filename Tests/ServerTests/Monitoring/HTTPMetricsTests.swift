import DavenportAPI
import Foundation
import Postgres
import Prometheus
import Server
import TestSupport
import Testing

@Suite("rules 22: HTTP metrics")
struct HTTPMetricsTests {
    /// Shows rule 22.7.
    @Test("Requests are counted by route and status with their duration, and none is in flight afterwards")
    func counted() async throws {
        let registry = Registry([])
        try await TestServer.with(serverOptions: .with { $0.metrics = registry }) { server in
            let ada = try await server.person("ada")
            let me = #"method="GET",route="/v1/me""#
            for _ in 0..<3 { _ = try await server.call(.get, "/v1/me", token: ada.token) }
            _ = try await server.call(.get, "/v1/me")
            try await eventually("all are counted") { await registry.value("davenport_http_request_duration_seconds_count{\(me)}") == 4 }
            #expect(await registry.value(#"davenport_http_requests_total{\#(me),status="200"}"#) == 3)
            #expect(await registry.value(#"davenport_http_requests_total{\#(me),status="401"}"#) == 1)
            #expect(await registry.value("davenport_http_requests_in_flight") == 0)
            #expect(try #require(await registry.value("davenport_http_connections")) >= 1)
            #expect(try #require(await registry.value("davenport_http_request_duration_seconds_sum{\(me)}")) > 0)
        }
        try await eventually("every connection has ended") { await registry.value("davenport_http_connections") == 0 }
    }

    /// Shows rule 22.7.
    @Test("A request is in flight while it is answered, and 429 is counted separately")
    func inFlight() async throws {
        let registry = Registry([])
        try await TestServer.with(serverOptions: .with { $0.metrics = registry }) { server in
            let ada = try await server.person("ada")
            try await server.withSessionsLocked {
                async let call = server.call(.get, "/v1/me", token: ada.token)
                try await server.waitingProcess()
                #expect(await registry.value("davenport_http_requests_in_flight") == 1)
                try await server.rows("SELECT pg_cancel_backend(\(try await server.waitingProcess())::int4)")
                _ = try await call
            }
            for _ in 0..<11 { _ = try await server.tryLogIn(ada.email, "wrong", from: "127.0.0.1") }
            try await eventually("it is counted") { await registry.value("davenport_throttled_total") == 1 }
        }
    }

    /// Shows rule 22.7.
    @Test("No label comes from clients, whatever they send, so the number of series is bounded")
    func labels() async throws {
        let registry = Registry([])
        try await TestServer.with(serverOptions: .with { ($0.metrics, $0.origins) = (registry, ["https://a.example"]) }) { server in
            let evil = #"x"},evil="1"#
            for number in 0..<40 {
                _ = try await RawClient.exchange(
                    "GET /made/up/\(number) HTTP/1.1\r\nHost: sofa\r\nX-Request-ID: \(evil)\r\nConnection: close\r\n\r\n", port: server.port
                )
                _ = try await RawClient.exchange(
                    "PROPFIND /v1/me?\(number) HTTP/1.1\r\nHost: sofa\r\nOrigin: \(evil)\r\nConnection: close\r\n\r\n", port: server.port)
                _ = try await server.call(.get, "/v1/rooms/\(UUID())?\(number)", headers: ["Davenport-Tenant": evil, "User-Agent": evil])
            }
            _ = try await RawClient.exchange(
                "OPTIONS /v1/me HTTP/1.1\r\nHost: sofa\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: MADE\r\n"
                    + "Connection: close\r\n\r\n", port: server.port)
            try await eventually("all are counted") {
                await registry.value(#"davenport_http_requests_total{method="other",route="unknown",status="404"}"#) == 40
            }
            let counted = await registry.text().split(separator: "\n").filter { $0.hasPrefix("davenport_http_requests_total{") }
            #expect(
                counted.sorted() == [
                    #"davenport_http_requests_total{method="GET",route="/v1/rooms/{roomID}",status="401"} 40"#,
                    #"davenport_http_requests_total{method="OPTIONS",route="preflight",status="204"} 1"#,
                    #"davenport_http_requests_total{method="other",route="unknown",status="404"} 40"#,
                    #"davenport_http_requests_total{method="other",route="unknown",status="405"} 40"#,
                ])
            #expect(await !registry.text().contains("evil"))
        }
    }

    /// Shows rule 22.7.
    @Test("Metrics aren't served on the port for clients")
    func apart() async throws {
        try await TestServer.with(serverOptions: .with { $0.metrics = Registry([]) }) { server in
            for path in ["/metrics", "/v1/metrics", "/health/metrics"] {
                let answer = try await server.call(.get, path)
                #expect(answer.status == 404)
            }
        }
    }
}
