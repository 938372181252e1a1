import DavenportAPI
import Domain

extension UseCases {
    /// Looks up a show and its seasons.
    public func lookUpShow(_ caller: Caller, _ input: ShowReference) async throws -> Show {
        let catalogue = try catalogue()
        async let pictures = catalogue.pictureHost()
        let found = try await catalogue.look(up: .show(input.showID), as: TMDBShow.self, for: caller)
        return Show(try found.required(), await pictures, isStale: found.isStale)
    }
}
