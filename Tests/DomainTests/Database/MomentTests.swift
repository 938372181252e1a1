import DavenportAPI
@testable import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 11: the time that a transaction uses")
struct MomentTests {
    /// Shows rule 11.25.
    @Test("A transaction retried after a deadlock keeps the time of its first run")
    func deadlock() async throws {
        try await TestServer.with { server in
            let people = try await server.strangers("ada", "bea")
            let ids = [people.0.id, people.1.id]
            let (database, tenant) = (server.operators.database, server.tenant.id)
            let began = server.clock.now
            let met = Meeting()
            let moments = try await concurrently([ids, ids.reversed()]) { order in
                let runs = Runs()
                try await database.transaction(in: tenant) { transaction in
                    await runs.note(transaction.now)
                    // The retry lets the other transaction end first. Two immediate retries could deadlock again.
                    if await runs.moments.count > 1 {
                        try await eventually("the other one has ended") { await met.hasEnded }
                    }
                    try await transaction.query("UPDATE users SET given_name = 'x' WHERE id = \(order[0])")
                    await met.arrive()
                    try await eventually("both have come") { await met.isComplete }
                    // The other transaction's runs begin later by the clock.
                    server.clock.advance(by: 60)
                    try await transaction.query("UPDATE users SET given_name = 'x' WHERE id = \(order[1])")
                }
                await met.end()
                return await runs.moments
            }
            #expect(moments.map(\.count).sorted() == [1, 2], "one of the two was run again")
            #expect(moments.flatMap { $0 }.allSatisfy { $0 == began })
        }
    }

    /// Shows rule 10.10.
    @Test("A deadlock that can't be retried is a temporary 503, not a server error")
    func unrepeated() async throws {
        try await TestServer.with { server in
            let people = try await server.strangers("ada", "bea")
            let ids = [people.0.id, people.1.id]
            let (database, tenant, met) = (server.operators.database, server.tenant.id, Meeting())
            let outcomes = try await concurrently([ids, ids.reversed()]) { order -> Problem.Code? in
                do {
                    try await database.transaction(in: tenant, retries: 0) { transaction in
                        try await transaction.query("UPDATE users SET given_name = 'x' WHERE id = \(order[0])")
                        await met.arrive()
                        try await eventually("both have come") { await met.isComplete }
                        try await transaction.query("UPDATE users SET given_name = 'x' WHERE id = \(order[1])")
                    }
                    return nil
                } catch let problem as Problem {
                    return problem.code
                }
            }
            #expect(outcomes.compactMap { $0 } == [.unavailable])
        }
    }

    /// Shows rule 11.25.
    @Test("A request uses the time at which it was received, whatever it waits for")
    func receipt() async throws {
        try await TestServer.with { server in
            let received = server.clock.now
            var visitor = Visitor(tenant: server.tenant, address: .unknown)
            visitor.request.receivedAt = received
            server.clock.advance(by: 60)
            let seen: [Date] = try await server.operators.database.transaction(for: visitor) { transaction in
                let rows = try await transaction.query("SELECT app_now() AS now")
                return try [transaction.now, rows[0]["now"]]
            }
            #expect(seen == [received, received])
        }
    }
}

/// The times that one transaction's runs used.
private actor Runs {
    private(set) var moments: [Date] = []

    func note(_ moment: Date) { moments.append(moment) }
}

/// A point where two tasks wait for each other.
private actor Meeting {
    private var count = 0

    private(set) var hasEnded = false

    func arrive() { count += 1 }

    func end() { hasEnded = true }

    var isComplete: Bool { count >= 2 }
}
