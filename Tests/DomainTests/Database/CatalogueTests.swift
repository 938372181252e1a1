import Postgres
import TestSupport
import Testing

@Suite("rules.md 1 and 21: the database's catalogue")
struct CatalogueTests {
    @Test("The schema keeps every rule")
    func schemaKeepsRules() async throws {
        try await TestDatabase.with { database in
            for rule in CatalogueRule.all {
                let offenders = try await database.owner.roundTrip { try await $0.query(rule.query) }.offenders()
                #expect(offenders.isEmpty, "\(rule.promise)")
            }
        }
    }

    @Test("Every rule names what breaks it")
    func rulesCatchBreaches() async throws {
        try await TestDatabase.with { database in
            for rule in CatalogueRule.all {
                #expect(!rule.breaches.isEmpty, "\(rule.promise)")
                for breach in rule.breaches {
                    let offenders = try await caught(breach, by: rule, in: database.owner)
                    #expect(offenders.contains(breach.offender), "\(rule.promise)")
                }
            }
        }
    }

    /// What the rule names while it is broken; nothing of that is committed, since roles are the whole cluster's.
    private func caught(_ breach: CatalogueRule.Breach, by rule: CatalogueRule, in pool: Pool) async throws -> [String] {
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
