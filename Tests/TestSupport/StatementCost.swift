import Domain
import Postgres
import Testing

/// The cost of a statement: the pages that it reads.
public struct StatementCost: Sendable {
    /// The number of rows that it returns.
    public let rows: Int
    /// The number of page accesses, in memory or on disk. A page that is read twice counts twice.
    public let pages: Int
    /// PostgreSQL's plan, for the message of a failing test.
    public let plan: String
}

extension TenantTransaction {
    /// Measures a statement with its generic plan, which the server uses once it has sent the statement often.
    public func cost(of statement: SQL) async throws -> StatementCost {
        let values = statement.parameters.map { $0.map { "'\($0)'" } ?? "NULL" }.joined(separator: ", ")
        for preparation in ["SET LOCAL plan_cache_mode = force_generic_plan", "PREPARE measured AS \(statement.text)"] {
            try await query("\(unsafeRaw: preparation)")
        }
        let rows = try await query("EXPLAIN (ANALYZE, BUFFERS) EXECUTE measured (\(unsafeRaw: values))")
        try await query("DEALLOCATE measured")
        let lines: [String] = try rows.map { try $0["QUERY PLAN"] }
        // Planning reads pages too, but EXPLAIN lists them after the plan.
        let buffers = lines.prefix { !$0.hasPrefix("Planning") }.first { $0.contains("Buffers: shared") }
        let read = buffers?.matches(of: /(?:hit|read)=(\d+)/).compactMap { Int($0.1) } ?? []
        let found = try #require(lines.first?.firstMatch(of: /actual time=\S+ rows=(\d+)/))
        return StatementCost(rows: Int(found.1) ?? 0, pages: read.reduce(0, +), plan: lines.joined(separator: "\n"))
    }
}
