import DavenportAPI
import Domain

/// Lists the cues of a part of a room's subtitles.
public struct ListCues: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: CueQuery) async throws -> CueList {
        let cues = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await SubtitleRepository(transaction).cues(input, for: caller.userID)
        }
        guard let cues else { throw Problem(.notFound) }
        return CueList(items: cues)
    }
}
