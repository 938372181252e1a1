import DavenportAPI
import Domain

/// Looks up an episode and its cast.
public struct LookUpEpisode: UseCase {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    public func callAsFunction(_ caller: Caller, _ input: EpisodeReference) async throws -> EpisodeDetails {
        let providerRequest = ProviderRequest.episode(show: input.showID, season: input.season, episode: input.episode)
        let found = try await dependencies.catalogue().look(up: providerRequest, as: TMDBEpisodeDetails.self, for: caller)
        return EpisodeDetails(try found.required(), ofShow: input.showID, isStale: found.isStale)
    }
}
