import DavenportAPI
import Foundation
import Secrets
import TestSupport
import Testing

@testable import Domain

@Suite("rule 13.8: cursors")
struct FeedCursorTests {
    /// Shows rule 13.8.
    @Test("A cursor is parsed as it was written, during a pass and between passes, and has at most 1,000 characters")
    func readAsWritten() throws {
        for count in [0, 1, 64] {
            let synced = try #require(Self.synced(count))
            for pass in [nil, FeedCursor.Pass(target: synced, collection: 3, place: Array(repeating: 7, count: 28))] {
                let cursor = FeedCursor(
                    epoch: Array(0..<8), base: synced, digests: Array(repeating: Array(1...8), count: 12), pass: pass)
                #expect(cursor.text.count <= 1000)
                #expect(try FeedCursor(cursor.text) == cursor)
            }
        }
    }

    /// Shows rule 13.8.
    @Test("An unknown version is too old or too new, other malformed text is invalid, and nothing traps")
    func nonsense() throws {
        let cursor = FeedCursor(
            epoch: Array(0..<8), base: Self.synced(5), digests: [Array(1...8)],
            pass: .init(target: try #require(Self.synced(3)), collection: 1, place: [1, 2]))
        let bytes = try #require(Base64.url.decode(cursor.text.utf8))
        #expect(Self.code(of: Base64.url.encode([1] + bytes.dropFirst())) == .resyncRequired)
        for text in ["", "?", "Ag", "nowhere", Base64.url.encode(bytes + [0]), Base64.url.encode(bytes.dropLast())] {
            #expect(Self.code(of: text) == .invalid, "\(text)")
        }
        var random = SplitMix64(seed: 13)
        for _ in 0..<20_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 1..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let code = Self.code(of: Base64.url.encode(damaged))
            #expect(code == nil || code == .invalid)
        }
    }

    /// Shows rule 13.7.
    @Test("A snapshot is parsed as PostgreSQL writes it, ascending and within bounds; beyond 64 open transactions the 65th is its end")
    func snapshots() throws {
        let snapshot = try #require(Snapshot("10:20:10,14,15"))
        #expect(snapshot.xmin == 10 && snapshot.xmax == 20 && snapshot.inProgress == [10, 14, 15])
        #expect(snapshot.text == "10:20:10,14,15")
        for text in ["", "1:2", "0:2:", "5:4:", "5:9:4", "5:9:9", "5:9:7,7", "5:9:8,7", "5:9:x", "1:4611686018427387904:", "-1:2:"] {
            #expect(Snapshot(text) == nil, "\(text)")
        }
        let many = try #require(Self.snapshot(70))
        let bounded = many.bounded(to: SyncRules.transactions)
        #expect(bounded.inProgress == Array(many.inProgress.prefix(64)) && bounded.xmax == many.inProgress[64] && bounded.xmin == many.xmin)
        #expect(many.bounded(to: 70) == many)
    }

    private static func synced(_ count: Int) -> FeedCursor.Synced? {
        snapshot(count).map { FeedCursor.Synced(snapshot: $0, moment: Date(timeIntervalSince1970: 1_772_395_200.123)) }
    }

    private static func snapshot(_ count: Int) -> Snapshot? {
        Snapshot(xmin: 5_000_000_000, xmax: 5_000_000_000 + 20_000, inProgress: (0..<UInt64(count)).map { 5_000_000_000 + $0 * 130 })
    }

    private static func code(of text: String) -> Problem.Code? {
        do {
            _ = try FeedCursor(text)
            return nil
        } catch { return (error as? Problem)?.code }
    }
}
