import DavenportAPI
import Domain

extension UseCases {
    /// Lists the cues of a part of a room's subtitles.
    public func listCues(_ caller: Caller, _ input: CueQuery) async throws -> CueList {
        let cues = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await SubtitleRepository(transaction).cues(input, for: caller.userID)
        }
        guard let cues else { throw Problem(.notFound) }
        return CueList(items: cues)
    }
}
