import Foundation
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import Push

@Suite("rules 25: the names of webhooks", .generousTimeLimit)
struct NameResolverTests {
    /// A name server that answers for no name that begins with `silent` before it is released.
    private final class NameServer: Sendable {
        private let released = DispatchSemaphore(value: 0)
        private let asked = Mutex<[String]>([])

        var names: [String] { asked.withLock { $0 } }

        func answer(_ host: String, _ port: Int) throws -> [SocketAddress] {
            asked.withLock { $0.append(host) }
            if host.hasPrefix("silent") {
                released.wait()
                released.signal()
            }
            return [try SocketAddress(ipAddress: "127.0.0.1", port: port)]
        }

        func release() { released.signal() }
    }

    /// Shows rule 25.19.
    @Test("A silent name server for one community's webhooks holds two threads, and delays no other community")
    func silent() async throws {
        let server = NameServer()
        let resolver = NameResolver(limit: .minutes(10)) { try server.answer($0, $1) }
        let (evil, sofa) = (UUID(), UUID())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 {
                group.addTask { _ = try? await resolver.addresses(of: "silent\(number).example.org", 443, for: evil) }
            }
            try await eventually("the community's share of threads waits") { server.names.count == 2 }
            for number in 1...5 {
                #expect(try await resolver.addresses(of: "sofa\(number).example.org", 443, for: sofa).map(\.port) == [443])
            }
            #expect(server.names.count == 7)
            server.release()
            try await group.waitForAll()
        }
        // The community's names are looked up again after its server is back.
        #expect(try await resolver.addresses(of: "evil.example.org", 443, for: evil).count == 1)
    }

    /// Shows rule 25.19.
    @Test("A name without an address fails, and so does one that is found too late")
    func failing() async throws {
        let resolver = NameResolver { _, _ in throw NameResolver.Failure() }
        await #expect(throws: NameResolver.Failure.self) { try await resolver.addresses(of: "none.example.org", 443, for: UUID()) }
        let server = NameServer()
        let slow = NameResolver(limit: .milliseconds(20)) { try server.answer($0, $1) }
        await #expect(throws: NameResolver.Failure.self) { try await slow.addresses(of: "silent.example.org", 443, for: UUID()) }
        server.release()
    }
}
