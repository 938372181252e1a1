import Domain
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import Push

/// Sends messages over HTTPS to a receiver on this machine.
@Suite("rules 25: the connection to webhooks", .generousTimeLimit)
struct WebhookTransportTests {
    private func request(_ url: String) -> WebhookRequest {
        WebhookRequest(
            tenantID: UUID(), url: url, headers: [("webhook-id", "one"), ("content-type", "application/json")], body: Array("{}".utf8))
    }

    private static let machine = AddressGuard(allowing: ["127.0.0.0/8", "::1"].compactMap(AddressBlock.init))

    private func run(_ body: (WebhookReceiver, String) async throws -> Void) async throws {
        try await StandIn.run { standIn in
            try await WebhookReceiver.run(standIn.folder) { try await body($0, standIn.caFile) }
        }
    }

    /// Shows rule 25.19.
    @Test("A message arrives over TLS with its path, query and host; the certificate must be for the name and trusted")
    func sent() async throws {
        try await run { receiver, caFile in
            let client = try WebhookClient(Self.machine, caFile: caFile, limits: .patient)
            let result = await client.send(request("https://127.0.0.1:\(receiver.port)/hook?a=b"))
            #expect(result == .answered(status: 204))
            let taken = try #require(receiver.requests.first)
            #expect(taken.head.method == .POST && taken.head.uri == "/hook?a=b" && taken.body == "{}")
            #expect(taken.head.headers["host"] == ["127.0.0.1:\(receiver.port)"] && taken.head.headers["webhook-id"] == ["one"])
            let port = receiver.port
            let named = try WebhookClient(
                Self.machine, caFile: caFile, limits: .patient,
                resolver: NameResolver(limit: .minutes(10)) { _, _ in
                    [try SocketAddress(ipAddress: "127.0.0.1", port: port)]
                })
            #expect(await named.send(request("https://localhost:\(port)")) == .answered(status: 204))
            // Another address of this machine, for which the certificate isn't either.
            let other = try WebhookClient(
                Self.machine, caFile: caFile, limits: .patient,
                resolver: NameResolver(limit: .minutes(10)) { _, _ in
                    [try SocketAddress(ipAddress: "127.0.0.2", port: port)]
                })
            #expect(await other.send(request("https://localhost:\(port)")) == .answered(status: 204))
            #expect(await other.send(request("https://bots.example.org:\(port)")) != .answered(status: 204))
            let untrusting = try WebhookClient(Self.machine)
            #expect(await untrusting.send(request("https://127.0.0.1:\(port)/")) != .answered(status: 204))
            #expect(receiver.requests.count == 3)
        }
    }

    /// Shows rule 25.19.
    @Test("A redirect isn't followed, and an answer without end isn't read to its end")
    func harmless() async throws {
        try await run { receiver, caFile in
            let client = try WebhookClient(Self.machine, caFile: caFile, limits: .patient)
            let url = "https://127.0.0.1:\(receiver.port)/"
            for target in ["127.0.0.1:\(receiver.port)", "10.0.0.1", "[::1]", "169.254.169.254", "[::ffff:10.0.0.1]"] {
                receiver.answer(.init(status: 302, headers: [("location", "https://\(target)/other")]))
                #expect(await client.send(request(url)) == .answered(status: 302))
            }
            #expect(receiver.requests.count == 5 && receiver.requests.allSatisfy { $0.head.uri == "/" })
            receiver.answer(.init(status: 200, isEndless: true))
            #expect(await client.send(request(url)) == .answered(status: 200))
        }
    }

    /// Shows rule 25.20.
    @Test(
        "The worker connects to no private address, in any spelling",
        arguments: [
            "127.0.0.1", "10.0.0.1", "[::1]", "169.254.169.254", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "localhost", "127.1", "2130706433",
            "0x7f.1", "0", "[::]", "[fe80::1]", "[fd00::1]", "[64:ff9b::a00:1]", "[2002:a00:1::]",
        ])
    func refused(host: String) async throws {
        try await run { receiver, caFile in
            let client = try WebhookClient(AddressGuard(), caFile: caFile, limits: .patient)
            let result = await client.send(request("https://\(host):\(receiver.port)/"))
            #expect(result == .failed("the address isn't allowed") || result == .failed("no address for the name"), "\(host)")
            #expect(receiver.connections == 0)
        }
    }

    /// Shows rule 25.20.
    @Test("The worker resolves a name once, connects to the address that it checked, and refuses a name with one private address")
    func resolvedOnce() async throws {
        try await run { receiver, caFile in
            let port = receiver.port
            let calls = Mutex(0)
            let local = AddressGuard(allowing: [try #require(AddressBlock("127.0.0.1"))])
            let changing = try WebhookClient(
                local, caFile: caFile, limits: .patient,
                resolver: NameResolver(limit: .minutes(10)) { _, _ in
                    let call = calls.withLock { calls in
                        calls += 1
                        return calls
                    }
                    return [try SocketAddress(ipAddress: call == 1 ? "127.0.0.1" : "10.0.0.1", port: port)]
                })
            #expect(await changing.send(request("https://localhost:\(port)/")) == .answered(status: 204))
            #expect(calls.withLock { $0 } == 1)
            #expect(await changing.send(request("https://localhost:\(port)/")) == .failed("the address isn't allowed"))
            let mixed = try WebhookClient(
                Self.machine, caFile: caFile, limits: .patient,
                resolver: NameResolver(limit: .minutes(10)) { _, _ in
                    try ["127.0.0.1", "10.0.0.1"].map { try SocketAddress(ipAddress: $0, port: port) }
                })
            #expect(await mixed.send(request("https://localhost:\(port)/")) == .failed("the address isn't allowed"))
            #expect(receiver.connections == 1)
        }
    }

    /// Shows rule 25.20.
    @Test(
        "Public addresses are admitted, and those of WEBHOOK_ALLOWED_NETS",
        arguments: [
            ("93.184.216.34", true), ("2a00:1450:4001::1", true), ("10.1.2.3", true), ("fd12::1", true), ("11.0.0.1", true),
            ("172.16.0.1", false), ("172.32.0.1", true), ("192.168.1.1", false), ("100.64.0.1", false), ("100.128.0.1", true),
            ("224.0.0.1", false), ("255.255.255.255", false), ("0.0.0.0", false), ("ff02::1", false), ("fc00::1", false),
            ("::ffff:93.184.216.34", false), ("::ffff:10.1.2.3", false), ("2001:db8::1", false), ("2001::1", false), ("198.18.0.1", false),
        ])
    func admitted(address: String, isAdmitted: Bool) throws {
        let networks = ["10.0.0.0/8", "fd00::/8"].compactMap(AddressBlock.init)
        #expect(AddressGuard(allowing: networks).admits(try SocketAddress(ipAddress: address, port: 443)) == isAdmitted)
        for text in ["", "10.0.0.0/33", "10.0.0/8", "10.0.0.0/-1", "10.0.0.0/8/8", "example.org", "::/129"] {
            #expect(AddressBlock(text) == nil, "\(text)")
        }
    }
}

extension WebhookClient.Limits {
    /// Those of a machine that is busy with other things.
    fileprivate static let patient = Self(connecting: .seconds(600), answering: .seconds(600))
}
