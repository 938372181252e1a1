import Foundation
import Postgres

/// The rules for every statement of the server, checked by its text and by PostgreSQL's plan. They keep each statement
/// within one tenant, wherever the tenant's rows are stored.
public struct StatementRules: Sendable {
    private let owner: Pool
    /// The tables that hold tenants' rows.
    private let tables: Set<String>

    /// Reads the names of the tables.
    public init(_ owner: Pool) async throws {
        self.owner = owner
        let rows = try await owner.roundTrip { transaction in
            try await transaction.query(
                """
                SELECT c.relname::text AS name FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
                WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
                """)
        }
        tables = Set(try rows.map { try $0["name"] as String }).union(["tenants"])
    }

    /// Returns the rules that a statement breaks. A statement that reads and writes no rows breaks none.
    public func faults(of text: String) async throws -> [String] {
        guard text.firstMatch(of: /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/) != nil else { return [] }
        return Self.textFaults(text) + (try await planFaults(text))
    }

    // MARK: By its text

    private static func textFaults(_ text: String) -> [String] {
        var faults: [String] = []
        if text.firstMatch(of: /tenant_id\s*=\s*(?=\S)(?!\$\d)/) != nil { faults.append("names a tenant by another row") }
        if text.firstMatch(of: /tenant_id(?:(?:,\s*[\w.]+)*\))?\s*(?:=\s*ANY\b|\bIN\b|\bNOT IN\b)/) != nil {
            faults.append("names tenants by a set")
        }
        for found in text.matches(of: /INSERT INTO \w+(?: AS \w+)?\s*\(([^)]*)\)\s*(?:VALUES\s*\(|SELECT)\s*(\S+)/)
        where found.1.contains("tenant_id") {
            let isFirst = found.1.trimmingPrefix(/\s*/).hasPrefix("tenant_id")
            if !isFirst || !found.2.hasPrefix("$") { faults.append("writes a tenant of another row") }
        }
        for found in text.matches(of: /DO UPDATE((?:(?!RETURNING|\)\s*SELECT)[\s\S])*)/) {
            if found.1.contains("$") { faults.append("has a parameter in DO UPDATE") }
            if found.1.firstMatch(of: /\b(?:app_)?now\(|_timestamp\(|\bcurrent_/) != nil { faults.append("asks the time in DO UPDATE") }
        }
        // Beside other work, a notification would serialise the commits of the whole database.
        if text.contains("pg_notify("), !text.hasPrefix("SELECT pg_notify(") { faults.append("notifies in a transaction that does more") }
        return faults
    }

    // MARK: By its plan

    /// The constant that replaces the tenant in the statement to plan. The plan is made as the owner, so that no policy
    /// adds a condition on the tenant.
    private static let marker = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid"

    /// The plan's expression for the entered tenant, as views read it by `app_tenant()`.
    private static let entered = "(NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid"

    private func planFaults(_ text: String) async throws -> [String] {
        let (marked, count) = Self.marked(text)
        let name = "checked_\(UInt64.random(in: .min ... .max))"
        let values = count == 0 ? "" : "(" + Array(repeating: "NULL", count: count).joined(separator: ", ") + ")"
        let rows = try await owner.transaction { transaction in
            try await transaction.pipeline(
                [
                    "SET LOCAL plan_cache_mode = force_generic_plan",
                    "PREPARE \(unsafeRaw: name) AS \(unsafeRaw: marked)",
                    "EXPLAIN (FORMAT JSON) EXECUTE \(unsafeRaw: name) \(unsafeRaw: values)",
                    "DEALLOCATE \(unsafeRaw: name)",
                ], isPrepared: false)
        }
        let plans: [Explained] = try rows[2][0].json("QUERY PLAN")
        return plans.flatMap { faults(of: $0.plan) }
    }

    private func faults(of node: Node) -> [String] {
        let below = (node.children ?? []).flatMap { faults(of: $0) }
        guard let table = node.table, node.type.contains("Scan"), tables.contains(table) else { return below }
        let condition = [node.found, node.foundAgain, node.filter].compactMap { $0 }.joined(separator: " ")
        let name = table == "tenants" ? "(id = " : "(tenant_id = "
        return [Self.marker, Self.entered].contains { condition.contains(name + $0) }
            ? below : below + ["finds rows of \(table) by no tenant of its own, but by \(condition)"]
    }

    /// Returns the statement with a constant for each parameter that names a tenant, and the other parameters renumbered,
    /// with their number.
    private static func marked(_ text: String) -> (text: String, parameters: Int) {
        let naming = [
            /tenant_id\s*=\s*\$(\d+)/, /INSERT INTO \w+(?: AS \w+)?\s*\(\s*tenant_id[^)]*\)\s*(?:VALUES\s*\(|SELECT)\s*\$(\d+)/,
            /FROM tenants WHERE id = \$(\d+)/, /UPDATE tenants\s[\s\S]*?\sWHERE id = \$(\d+)/,
            /\b(?:FROM|JOIN) tenants AS t[\s\S]*?\bt\.id = \$(\d+)/,
        ]
        let tenants = Set(naming.flatMap { text.matches(of: $0).map { $0.1 } })
        var numbers: [Substring: Int] = [:]
        let marked = text.replacing(/\$(\d+)/) { found in
            if tenants.contains(found.1) { return marker }
            let number = numbers[found.1] ?? numbers.count + 1
            numbers[found.1] = number
            return "$\(number)"
        }
        return (marked, numbers.count)
    }

    private struct Explained: Decodable {
        let plan: Node

        enum CodingKeys: String, CodingKey {
            case plan = "Plan"
        }
    }

    private struct Node: Decodable {
        let type: String
        let table, found, foundAgain, filter: String?
        let children: [Node]?

        enum CodingKeys: String, CodingKey {
            case type = "Node Type"
            case table = "Relation Name"
            case found = "Index Cond"
            case foundAgain = "Recheck Cond"
            case filter = "Filter"
            case children = "Plans"
        }
    }
}
