import DavenportAPI
import Domain

extension UseCases {
    /// Looks up an episode and its cast.
    public func lookUpEpisode(_ caller: Caller, _ input: EpisodeReference) async throws -> EpisodeDetails {
        let providerRequest = ProviderRequest.episode(show: input.showID, season: input.season, episode: input.episode)
        let found = try await catalogue().look(up: providerRequest, as: TMDBEpisodeDetails.self, for: caller)
        return EpisodeDetails(try found.required(), ofShow: input.showID, isStale: found.isStale)
    }
}
