import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import DavenportStore

@Suite("rules 14: devices of several people against the server", .timeLimit(.minutes(600)))
struct StoreModelTests {
    /// `bin/test --store SEEDS STEPS` plays more and longer histories than fit into every run of the tests.
    /// STORE_SEED plays one of them once more.
    nonisolated static let seeds = number("STORE_SEED").map { [$0] } ?? Array(1...(number("STORE_SEEDS") ?? 8))
    nonisolated static let steps = number("STORE_STEPS").map { Int($0) } ?? 300

    private nonisolated static func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }

    /// Shows rules 14.5 and 14.16.
    @Test(
        "After any history each copy is what a full fetch brings, byte for byte, and every write is there or its failure foreseen",
        arguments: seeds)
    func agree(seed: UInt64) async throws {
        try await TestServer.with { server in
            let people = try await server.friends(["ada", "bea", "cem"])
            try await Folder.with { folder in
                let history = try await History(server, people, folder, seed: seed)
                for _ in 0..<Self.steps { try await history.step() }
                try await history.settle()
                try await history.compare()
            }
        }
    }
}
