import DavenportAPI

/// Says that the caller has watched. Said again it changes nothing.
public struct MarkWatched: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: WatchedMark) async throws -> Room {
        let room = try await database.roundTrip(in: caller.tenant.id) { transaction in
            let watchedAt = input.watchedAt ?? transaction.now
            guard watchedAt <= transaction.now else { throw DomainError.invalid("watchedAt", .outOfRange, "must not be in the future") }
            return try await RoomRepository(transaction).mark(input.roomID, watchedAt: watchedAt, by: caller.userID)
        }
        guard let room else { throw DomainError.notFound }
        return room
    }
}

/// Takes back that the caller has watched.
public struct UnmarkWatched: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: RoomReference) async throws -> Room {
        let room = try await database.roundTrip(in: caller.tenant.id) { transaction in
            try await RoomRepository(transaction).mark(input.roomID, watchedAt: nil, by: caller.userID)
        }
        guard let room else { throw DomainError.notFound }
        return room
    }
}
