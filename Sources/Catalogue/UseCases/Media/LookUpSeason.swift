import DavenportAPI
import Domain

/// Looks up a season and its episodes.
public struct LookUpSeason: UseCase {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    public func callAsFunction(_ caller: Caller, _ input: SeasonReference) async throws -> Season {
        let providerRequest = ProviderRequest.season(show: input.showID, season: input.season)
        let found = try await dependencies.catalogue().look(up: providerRequest, as: TMDBSeason.self, for: caller)
        return Season(try found.required(), ofShow: input.showID, isStale: found.isStale)
    }
}
