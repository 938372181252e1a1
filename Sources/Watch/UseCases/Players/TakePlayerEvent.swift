import DavenportAPI
import Domain

extension UseCases {
    /// Marks rooms as watched after an event of a player. It marks each unwatched room of the key's owner about the episode
    /// or film, and creates none. It records with the key what the event did.
    public func takePlayerEvent(_ holder: KeyHolder, _ input: PlayerEvent) async throws -> NoContent {
        let report = await known(PlayerReport(input.content), for: holder)
        try await database.transaction(for: holder) { transaction in
            let result = try await take(report, for: holder, transaction)
            try await AccessKeyRepository(transaction).use(holder.keyID, result)
        }
        return NoContent()
    }

    /// Returns the report with TMDB's id of a show of which the player only knows TheTVDB's, if the catalogue has it.
    private func known(_ report: PlayerReport, for holder: KeyHolder) async -> PlayerReport {
        guard case .watched(.episodes(var show, let season, let numbers), let account) = report, holder.isOwn(account),
            let tvdbID = show.tvdbID, let guide
        else { return report }
        show.showID = await guide.showOfTVDBForKey(tvdbID, holder)
        return .watched(.episodes(show, season: season, numbers: numbers), account: account)
    }

    private func take(
        _ report: PlayerReport, for holder: KeyHolder, _ transaction: TenantTransaction
    ) async throws -> AccessKeyResult {
        guard case .watched(let thing, let account) = report else { return report == .other ? .ignored : .unreadable }
        guard holder.isOwn(account) else { return .otherAccount }
        var isMarked = false
        let title = thing.title.trimmed.folded
        // The rooms are locked in the order of their ids, so that two events can't deadlock.
        for room in try await PlayerRepository(transaction).unwatched(thing, by: holder.userID) where thing.isSubject(of: room, title) {
            let mark = SetWatchedMark(transaction: transaction)
            if try await mark(room.id, watchedAt: transaction.now, by: holder.userID) == true { isMarked = true }
        }
        return isMarked ? .marked : .noRoom
    }
}

extension KeyHolder {
    /// Whether an account of the player is the one whose events count.
    fileprivate func isOwn(_ other: String) -> Bool { account.map { other.trimmed.folded == $0.trimmed.folded } ?? false }
}

extension PlayerReport.Thing {
    /// The title of the show or film.
    fileprivate var title: String {
        switch self {
        case .episodes(let show, _, _): show.title
        case .movie(_, let title): title
        }
    }

    /// Whether a room is about the episode's show or the film. A show or a film that the player knows by its id has any
    /// title.
    /// - Parameter title: the thing's title, folded: case and forms of the same letter make no difference.
    fileprivate func isSubject(of room: PlayerRepository.Unwatched, _ title: String) -> Bool {
        switch self {
        case .episodes(let show, _, _): show.showID.map { $0 == room.showID } ?? false || title == room.title.trimmed.folded
        case .movie(nil, _): title == room.title.trimmed.folded
        case .movie: true
        }
    }
}
