import DavenportAPI

/// Logs out where the request comes from.
public struct EndCurrentSession: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        _ = try await database.roundTrip(in: caller.tenant.id) { transaction in
            try await SessionRepository(transaction).end(caller.sessionID, of: caller.userID)
        }
        return NoContent()
    }
}

/// Logs out on one device.
public struct EndSession: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: SessionReference) async throws -> NoContent {
        let ended = try await database.roundTrip(in: caller.tenant.id) { transaction in
            try await SessionRepository(transaction).end(input.sessionID, of: caller.userID)
        }
        guard ended else { throw DomainError.notFound }
        return NoContent()
    }
}

/// Logs out everywhere else.
public struct EndOtherSessions: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        try await database.roundTrip(in: caller.tenant.id) { transaction in
            try await SessionRepository(transaction).endAll(of: caller.userID, but: caller.sessionID)
        }
        return NoContent()
    }
}
