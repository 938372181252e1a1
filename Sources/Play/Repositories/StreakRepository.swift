import DavenportAPI
import Domain
import Foundation
import Postgres

/// For how many days in a row somebody has played.
struct StreakRepository: Sendable {
    let transaction: TenantTransaction
    private let userID: UUID

    init(_ transaction: TenantTransaction, of userID: UUID) {
        (self.transaction, self.userID) = (transaction, userID)
    }

    /// The played days in a row up to a day or the one before it.
    func streak(upTo day: CalendarDate) async throws -> Int {
        let rows = try await transaction.query("SELECT \(fragment: streak(upTo: "\(day)::date")) AS streak")
        return try rows.first?["streak"] ?? 0
    }

    /// The same as an expression of the database's.
    /// - Parameter day: an expression as well.
    func streak(upTo day: SQL) -> SQL {
        """
        coalesce((
            SELECT least(last_day, \(fragment: day)) - first_day + 1 FROM played_streaks
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)
                AND first_day <= \(fragment: day) AND last_day >= \(fragment: day) - 1), 0)
        """
    }
}
