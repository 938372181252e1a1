import DavenportAPI
import Domain

/// Marks rooms as watched after an event of a player. It marks each unwatched room of the key's owner about the episode
/// or film, and creates none.
public struct TakePlayerEvent: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Reads an event, marks rooms if it counts, and records what it did.
    public func callAsFunction(_ holder: KeyHolder, _ input: PlayerEvent) async throws -> NoContent {
        let report = PlayerReport(input.content)
        try await database.transaction(for: holder) { transaction in
            let result = try await take(report, for: holder, transaction)
            try await AccessKeyRepository(transaction).use(holder.keyID, result)
        }
        return NoContent()
    }

    private func take(
        _ report: PlayerReport, for holder: KeyHolder, _ transaction: TenantTransaction
    ) async throws -> AccessKeyResult {
        guard case .watched(let thing, let account) = report else { return report == .other ? .ignored : .unreadable }
        guard let own = holder.account, account.trimmed.folded == own.trimmed.folded else { return .otherAccount }
        var isMarked = false
        // The rooms are locked in the order of their ids, so that two events can't deadlock.
        for room in try await PlayerRepository(transaction).unwatched(thing, by: holder.userID) where thing.hasTitle(room.title) {
            let mark = SetWatchedMark(transaction: transaction)
            if try await mark(room.id, watchedAt: transaction.now, by: holder.userID) == true { isMarked = true }
        }
        return isMarked ? .marked : .noRoom
    }
}

extension PlayerReport.Thing {
    /// Whether a room with this title is about the episode's show or the film. Case and forms of the same letter make no
    /// difference. A film that the player knows by its id has any title.
    fileprivate func hasTitle(_ title: String) -> Bool {
        switch self {
        case .episode(let show, _, _): show.trimmed.folded == title.trimmed.folded
        case .movie(nil, let name): name.trimmed.folded == title.trimmed.folded
        case .movie: true
        }
    }
}
