import Foundation

@testable import Postgres

/// A statement that runs until the test opens the gate.
struct Gate {
    let statement: SQL
    let open: @Sendable () -> Void
}

func withGate(_ body: (Gate) async throws -> Void) async throws {
    try await withPool { keeper in
        let lock = "pg_advisory_xact_lock(\(Int64.random(in: 1...Int64.max)))"
        let (openings, opening) = AsyncStream.makeStream(of: Void.self)
        let (closings, closing) = AsyncStream.makeStream(of: Void.self)
        async let keeping: Void = keeper.transaction { transaction in
            try await transaction.query(SQL(unsafeRaw: "SELECT \(lock)"))
            closing.finish()
            for await _ in openings {}
        }
        for await _ in closings {}
        try await body(Gate(statement: SQL(unsafeRaw: "SELECT 1::int8 AS value FROM \(lock)"), open: { opening.finish() }))
        opening.finish()
        try await keeping
    }
}
