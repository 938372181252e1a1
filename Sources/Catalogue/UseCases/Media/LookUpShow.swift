import DavenportAPI
import Domain

/// Looks up a show and its seasons.
public struct LookUpShow: UseCase {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    public func callAsFunction(_ caller: Caller, _ input: ShowReference) async throws -> Show {
        let catalogue = try dependencies.catalogue()
        async let pictures = catalogue.pictureHost()
        let found = try await catalogue.look(up: .show(input.showID), as: TMDBShow.self, for: caller)
        return Show(try found.required(), await pictures, isStale: found.isStale)
    }
}
