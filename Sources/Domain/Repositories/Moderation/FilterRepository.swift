import DavenportAPI
import Foundation
import Postgres

extension FilterAction: PostgresCodable {}

/// Reads and writes the words that a tenant filters.
struct FilterRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the filter, and the id of its list of words, which is nil without words.
    func filter() async throws -> (id: UUID?, filter: WordFilter) {
        let rows = try await transaction.query(
            "SELECT filter_id, filter_words, filter_action FROM tenants WHERE id = \(transaction.tenantID)")
        guard let row = rows.first else { throw Problem(.tenantNotFound) }
        return (try row["filter_id"], WordFilter(words: try row["filter_words"], action: try row["filter_action"]))
    }

    func set(_ filter: WordFilter) async throws {
        try await transaction.query(
            """
            UPDATE tenants
            SET filter_id = \(filter.words.isEmpty ? nil : UUID()), filter_words = \(filter.words), filter_action = \(filter.action)
            WHERE id = \(transaction.tenantID)
            """)
    }
}
