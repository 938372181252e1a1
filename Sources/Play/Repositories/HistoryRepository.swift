import DavenportAPI
import Domain
import Foundation
import Postgres

/// Lists a user's challenges, newest first (rule 12.37).
struct HistoryRepository: Sendable {
    let transaction: TenantTransaction
    private let userID: UUID

    init(_ transaction: TenantTransaction, of userID: UUID) {
        (self.transaction, self.userID) = (transaction, userID)
    }

    /// Returns one page of the user's challenges.
    /// - Parameter place: the position of the last challenge of the previous page; nil for the first page.
    func list(_ query: ChallengeQuery, after place: HistoryPlace?, limit: Int) async throws -> [HistoryPlace] {
        let rows = try await transaction.query(statement(query, after: place, limit: limit))
        return try rows.map { HistoryPlace(startsAt: try $0["starts_at"], challengeID: try $0["id"]) }
    }

    /// Returns the query for one page.
    ///
    /// For each kind of challenge, the query reads the first challenges in the order of that kind's index. It then
    /// sorts the challenges of all kinds and cuts them to one page.
    func statement(_ query: ChallengeQuery, after place: HistoryPlace?, limit: Int) -> SQL {
        let kinds = ChallengeKind.allCases.filter { query.kind == nil || query.kind == $0 }
        let parts = kinds.map { kind -> SQL in "(\(fragment: part(kind, query.mode, after: place, limit: limit)))" }
        let all: SQL = parts.dropFirst().reduce(parts[0]) { "\(fragment: $0) UNION ALL \(fragment: $1)" }
        return "SELECT id, starts_at FROM (\(fragment: all)) AS c ORDER BY starts_at DESC, id DESC LIMIT \(limit)"
    }

    /// Returns the query for the user's challenges of one kind.
    private func part(_ kind: ChallengeKind, _ mode: PlayMode?, after place: HistoryPlace?, limit: Int) -> SQL {
        let ofMode: SQL = mode.map { "AND c.mode = \($0)" } ?? ""
        let keys: [SQL]? = place.map { ["\($0.startsAt)", "\($0.challengeID)"] }
        switch kind {
        case .daily:
            // Daily challenges belong to all members. The kind is a literal, not a parameter, so that PostgreSQL uses the
            // partial index.
            let page = ListOrder("c.starts_at", "c.id", descending: true).page(after: keys, limit: limit)
            return """
                SELECT c.id, c.starts_at FROM challenges AS c
                WHERE c.tenant_id = \(transaction.tenantID) AND c.kind = 'daily' \(fragment: ofMode) \(fragment: page)
                """
        default:
            let page = ListOrder("i.starts_at", "i.challenge_id", descending: true).page(after: keys, limit: limit)
            return """
                SELECT i.challenge_id AS id, i.starts_at FROM challenge_players AS i
                JOIN challenges AS c ON c.tenant_id = \(transaction.tenantID) AND c.id = i.challenge_id
                WHERE i.tenant_id = \(transaction.tenantID) AND i.user_id = \(userID) \(fragment: ofMode) \(fragment: page)
                """
        }
    }
}

/// The position of a challenge in the history. The next page begins after it.
struct HistoryPlace: Sendable {
    let startsAt: Date
    let challengeID: UUID

    init(startsAt: Date, challengeID: UUID) {
        (self.startsAt, self.challengeID) = (startsAt, challengeID)
    }

    /// Reads a position from a cursor; nil without a cursor.
    /// - Throws: `invalid` for a text that isn't a cursor of this list.
    init?(_ text: String?) throws {
        guard let cursor = try Cursor(text, parts: 2) else { return nil }
        (startsAt, challengeID) = (try cursor.date(0), try cursor.uuid(1))
    }

    var cursor: Cursor { Cursor([Cursor.part(startsAt), challengeID.lowercased]) }
}
