import DavenportAPI
import Domain

extension UseCases {
    /// Looks up a season and its episodes.
    public func lookUpSeason(_ caller: Caller, _ input: SeasonReference) async throws -> Season {
        let providerRequest = ProviderRequest.season(show: input.showID, season: input.season)
        let found = try await catalogue().look(up: providerRequest, as: TMDBSeason.self, for: caller)
        return Season(try found.required(), ofShow: input.showID, isStale: found.isStale)
    }
}
