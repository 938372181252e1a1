import DavenportAPI
import Domain
import Foundation
import Postgres

/// Replays all stored plays on their puzzles to find impossible moves. The word lists that once judged the words aren't
/// needed, so whether the words are in a list isn't checked.
enum PlayVerification {
    /// The number of plays that are in memory at once.
    private static let page = 200

    /// Searches for a play with moves that no server can have accepted.
    /// - Returns: a description of the first such play; empty if there is none.
    static func wrong(_ transaction: TenantTransaction) async throws -> [String] {
        let tenant = transaction.tenantID
        var last: UUID?
        while true {
            let behind: SQL = last.map { "AND p.id > \($0)" } ?? ""
            let rows = try await transaction.query(
                """
                SELECT p.id, p.started_at, p.ends_at, p.moves, c.letters FROM plays AS p
                JOIN challenges AS c ON c.tenant_id = \(tenant) AND c.id = p.challenge_id
                WHERE p.tenant_id = \(tenant) \(fragment: behind) ORDER BY p.id LIMIT \(page)
                """)
            for row in rows {
                let id: UUID = try row["id"]
                guard isPossible(row) else { return ["the moves of play \(id.lowercased)"] }
                last = id
            }
            if rows.count < page { return [] }
        }
    }

    private static func isPossible(_ row: Row) -> Bool {
        // Moves that can't be decoded were never accepted.
        guard let puzzle = (try? row["letters"] as String).flatMap({ Puzzle($0) }), let moves: [PlayedMove] = try? row.json("moves"),
            let start: Date = try? row["started_at"], let end: Date = try? row["ends_at"]
        else { return false }
        return Game.isPlausible(moves, on: puzzle, limit: start.milliseconds(to: end))
    }
}
