import Postgres
import TestSupport
import Testing

@Suite("rules 1 and 21: the database schema", .separateRoles)
struct SchemaRuleTests {
    /// Shows rules 1.7, 1.8, 12.46, 15.2, 15.3 and 21.16.
    @Test("The schema obeys every rule")
    func schemaKeepsRules() async throws {
        try await TestDatabase.with { database in
            for rule in SchemaRule.all {
                let offenders = try await database.owner.roundTrip { try await $0.query(rule.query) }.offenders()
                #expect(offenders.isEmpty, "\(rule.promise)")
            }
        }
    }

    /// Shows rules 1.8 and 21.16.
    @Test("Every rule's query finds its violations")
    func rulesCatchBreaches() async throws {
        try await TestDatabase.with { database in
            for rule in SchemaRule.all {
                #expect(!rule.breaches.isEmpty, "\(rule.promise)")
                for breach in rule.breaches {
                    let offenders = try await caught(breach, by: rule, in: database.owner)
                    #expect(offenders.contains(breach.offender), "\(rule.promise)")
                }
            }
        }
    }

    @Test("A role that may read a view may read all tables behind it")
    func viewsAreReadable() async throws {
        try await TestDatabase.with { database in
            for pool in [database.freeApp, database.worker] {
                let views = try await pool.roundTrip { transaction in
                    try await transaction.query(
                        """
                        SELECT relname::text AS name FROM pg_class
                        WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace AND has_table_privilege(oid, 'SELECT')
                        """)
                }
                #expect(views.count > 5)
                for view in views {
                    let name: String = try view["name"]
                    await #expect(throws: Never.self, "\(name)") {
                        try await pool.roundTrip { try await $0.query("SELECT FROM \(unsafeRaw: name) LIMIT 0") }
                    }
                }
            }
        }
    }

    /// Returns what the rule's query finds after the statements. Nothing is committed, because roles belong to the whole
    /// cluster.
    private func caught(_ breach: SchemaRule.Breach, by rule: SchemaRule, in pool: Pool) async throws -> [String] {
        do {
            return try await pool.transaction { transaction -> [String] in
                throw RolledBack(offenders: try await transaction.pipeline(breach.statements + [rule.query]).last?.offenders() ?? [])
            }
        } catch let outcome as RolledBack {
            return outcome.offenders
        }
    }

    private struct RolledBack: Error {
        let offenders: [String]
    }
}

extension Rows {
    fileprivate func offenders() throws -> [String] {
        try map { try $0["offender"] }
    }
}
