import DavenportAPI
import DavenportClient
import Domain
import Foundation
import NIOCore
import Postgres
import TestSupport
import Testing

@testable import Server

@Suite("rules 20: a request refused before its body has arrived")
struct EdgeRefusalTests {
    private func head(_ path: String, _ length: Int, token: String, more: String = "") -> String {
        """
        PUT \(path) HTTP/1.1\r
        Host: sofa\r
        Authorization: Bearer \(token)\r
        Content-Length: \(length)\r
        \(more)\r\n
        """
    }

    private var upload: String { "/v1/files/\(UUID().uuidString.lowercased())?name=a.txt" }

    /// Shows rule 20.23.
    @Test("The refusal is the connection's last answer, and a client that continues sending holds its place for a limited time only")
    func sendsOn() async throws {
        try await TestServer.with(features: [.class], limits: .patient { $0.lingerTime = .seconds(1) }) { server in
            let ada = try await server.person("ada")
            for (path, length, token, status) in [
                (upload, 20_971_521, ada.token, 413), (upload, 20_971_520, "nobody", 401), ("/v1/me/avatar", 2_000_000, ada.token, 413),
                ("/v1/nowhere", 1_000_000, ada.token, 404),
            ] {
                try await RawClient.with(port: server.port, staysOpen: true) { client in
                    try await client.send(head(path, length, token: token) + "a")
                    try await client.untilAnswered()
                    try await client.trickle("a")
                    #expect(client.statuses == [status], "\(path)")
                    #expect(client.received.contains("Connection: close") && client.received.hasSuffix("}"), "\(client.received)")
                }
            }
        }
    }

    /// Shows rule 20.23.
    @Test("A client that sends a whole body before it reads can read that it was too long")
    func sendsFirst() async throws {
        try await TestServer.with(features: [.class], limits: .patient { $0.lingerTime = .seconds(600) }) { server in
            let ada = try await server.person("ada")
            try await RawClient.with(port: server.port, isReading: false, staysOpen: true) { client in
                try await client.send(head(upload, 20_971_521, token: ada.token) + String(repeating: "a", count: 20_971_521))
                try await eventually("it is answered") {
                    client.take()
                    return client.received.hasSuffix("}")
                }
                #expect(client.statuses == [413])
            }
        }
    }

    /// Shows rule 20.23.
    @Test("A refusal of a complete request keeps the connection open")
    func whole() async throws {
        try await TestServer.with(limits: .patient()) { server in
            let ada = try await server.person("ada")
            try await RawClient.with(port: server.port) { client in
                try await client.send(head("/v1/me/avatar", 2, token: "nobody") + "{}")
                try await client.untilAnswered()
                try await client.send(head("/v1/me/avatar", 2, token: ada.token) + "{}")
                try await client.untilAnswered(2)
                #expect(client.statuses == [401, 415])
            }
        }
    }

    // MARK: Expect: 100-continue

    private let expect = "Expect: 100-continue\r\n"

    /// Shows rule 20.24.
    @Test("A client that expects 100 gets it once, after its head is accepted")
    func accepted() async throws {
        try await TestServer.with(features: [.class], limits: .patient()) { server in
            let ada = try await server.person("ada")
            for (path, status) in [(upload, 201), ("/v1/me/avatar", 415)] {
                try await RawClient.with(port: server.port) { client in
                    try await client.send(head(path, 4, token: ada.token, more: expect))
                    try await client.untilAnswered()
                    #expect(client.received == "HTTP/1.1 100 Continue\r\n\r\n")
                    try await client.send("abcd")
                    try await client.untilAnswered(2)
                    #expect(client.statuses == [100, status])
                }
            }
        }
    }

    /// Shows rule 20.24.
    @Test("A head that is refused gets no 100, and the server doesn't wait for the body")
    func refusedAtOnce() async throws {
        try await TestServer.with(features: [.class], limits: .patient()) { server in
            let ada = try await server.person("ada")
            try await server.rows("INSERT INTO tenant_limits (tenant_id, name, value) VALUES (\(server.tenant.id), 'fileBytes', 3)")
            for (path, length, token, status) in [
                (upload, 4, "nobody", 401), (upload, 20_971_521, ada.token, 413), (upload, 4, ada.token, 409),
                ("/v1/me/avatar", 2_000_000, ada.token, 413), ("/v1/nowhere", 4, ada.token, 404),
            ] {
                let answer = try await RawClient.exchange(head(path, length, token: token, more: expect), port: server.port)
                #expect(RawClient.statuses(answer) == [status], "\(path)")
            }
        }
    }

    /// Shows rule 20.24.
    @Test("A client of HTTP/1.0 can't wait for 100, and gets none")
    func old() async throws {
        try await TestServer.with(limits: .patient()) { server in
            let ada = try await server.person("ada")
            let old = head("/v1/me/avatar", 4, token: ada.token, more: expect).replacing("HTTP/1.1", with: "HTTP/1.0")
            try await RawClient.with(port: server.port) { client in
                try await client.send(old)
                // Another request's answer shows that the server has read this one's head.
                #expect(try await server.isSignedIn(ada.token))
                try await client.send("abcd")
                try await eventually("it is answered") { client.received.contains("415") }
                #expect(!client.received.contains("100 Continue"))
            }
        }
    }
}
