import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import DavenportStore

@Suite("rules 14: several users' devices against the server", .timeLimit(.minutes(600)))
struct StoreModelTests {
    /// The seeds of the histories. `bin/test --store SEEDS STEPS` runs more and longer ones than a normal run has time
    /// for. STORE_SEED repeats one of them.
    nonisolated static let seeds: [UInt64] = setting("STORE_SEED").map { [$0] } ?? Array(1...(setting("STORE_SEEDS") ?? 8))
    nonisolated static let steps = setting("STORE_STEPS") ?? 300

    /// Shows rules 14.5, 14.15 and 14.16.
    @Test(
        "After any history each copy equals a full fetch, byte for byte, and every write has arrived or its failure was foreseeable",
        arguments: seeds)
    func agree(seed: UInt64) async throws {
        try await TestServer.with(features: [.watch, .class, .play]) { server in
            try await Folder.with { folder in
                let history = try await History(server, folder, seed: seed)
                for _ in 0..<Self.steps { try await history.step() }
                try await history.settle()
                try await history.compare()
            }
        }
    }
}
