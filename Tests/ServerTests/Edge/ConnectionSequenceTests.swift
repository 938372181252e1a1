import Foundation
import TestSupport
import Testing

@Suite("rules 10 and 20: a connection's state machine under random events", .aside)
struct ConnectionSequenceTests {
    /// The number of events. CONNECTION_EVENTS sets it.
    private static let events = setting("CONNECTION_EVENTS") ?? 100_000
    private static let shares = 10

    /// Shows rules 10.6, 20.15, 20.16, 20.23, 20.24 and 20.28.
    @Test("In any order of events, each request has one response, each wait a deadline, and the end is final", arguments: 0..<shares)
    func anyOrder(share: Int) async throws {
        var (count, seed) = (0, UInt64(share))
        while count < Self.events / Self.shares {
            // Gives way to tests that have a deadline.
            await Task.yield()
            var connection = RandomConnection(seed: seed)
            do { try connection.play() } catch {
                Issue.record("seed \(seed): \(error)\n\(connection.history.suffix(30).joined(separator: "\n"))")
                return
            }
            count += connection.count
            seed += UInt64(Self.shares)
        }
    }
}
