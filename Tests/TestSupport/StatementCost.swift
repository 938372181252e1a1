import Domain
import Postgres
import Testing

/// What a statement reads.
public struct StatementCost: Sendable {
    /// How many rows it answers.
    public let rows: Int
    /// How many pages it looks at, in memory or not, where one is looked at twice both times.
    public let pages: Int
    /// How PostgreSQL does it, to be shown where that is too much.
    public let plan: String
}

extension TenantTransaction {
    /// What a statement reads as the server plans it once it has sent it often.
    public func cost(of statement: SQL) async throws -> StatementCost {
        let values = statement.parameters.map { $0.map { "'\($0)'" } ?? "NULL" }.joined(separator: ", ")
        for preparation in ["SET LOCAL plan_cache_mode = force_generic_plan", "PREPARE measured AS \(statement.text)"] {
            try await query("\(unsafeRaw: preparation)")
        }
        let rows = try await query("EXPLAIN (ANALYZE, BUFFERS) EXECUTE measured (\(unsafeRaw: values))")
        try await query("DEALLOCATE measured")
        let lines: [String] = try rows.map { try $0["QUERY PLAN"] }
        // Planning reads pages too, and is told behind.
        let told = lines.prefix { !$0.hasPrefix("Planning") }.first { $0.contains("Buffers: shared") }
        let read = told?.matches(of: /(?:hit|read)=(\d+)/).compactMap { Int($0.1) } ?? []
        let found = try #require(lines.first?.firstMatch(of: /actual time=\S+ rows=(\d+)/))
        return StatementCost(rows: Int(found.1) ?? 0, pages: read.reduce(0, +), plan: lines.joined(separator: "\n"))
    }
}
