import DavenportAPI
import Domain
import Foundation
import Postgres

/// Computes a user's streak: the number of consecutive days on which they have played.
struct StreakRepository: Sendable {
    let transaction: TenantTransaction
    private let userID: UUID

    init(_ transaction: TenantTransaction, of userID: UUID) {
        (self.transaction, self.userID) = (transaction, userID)
    }

    /// Returns the length in days of the streak that ends on this day or the day before; 0 if the user played on
    /// neither.
    func streak(upTo day: CalendarDate) async throws -> Int {
        let rows = try await transaction.query("SELECT \(fragment: streak(upTo: "\(day)::date")) AS streak")
        return try rows.first?["streak"] ?? 0
    }

    /// Returns an SQL expression for the length of the streak that ends on a day or on the day before it.
    /// - Parameter day: an SQL expression for that day.
    func streak(upTo day: SQL) -> SQL {
        """
        coalesce((
            SELECT least(last_day, \(fragment: day)) - first_day + 1 FROM played_streaks
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)
                AND first_day <= \(fragment: day) AND last_day >= \(fragment: day) - 1), 0)
        """
    }
}
