import DavenportAPI
import Domain

extension UseCases {
    /// Lets an operator expire the stored answer about a show, season or movie, and all answers below it, so that the next look-up
    /// fetches them again.
    /// - Parameter thing: `tv/95396`, `tv/95396/season/1` or `movie/13`.
    /// - Returns: the number of affected answers.
    /// - Throws: `invalid` if the text has none of these forms.
    public func refreshCatalogue(_ thing: String) async throws -> Int {
        guard thing.wholeMatch(of: /(tv|movie)\/[0-9]{1,10}(\/season\/[0-9]{1,4}(\/episode\/[0-9]{1,5})?)?/) != nil else {
            throw Problem.invalid("ID", .malformed, "must be as tv/95396, tv/95396/season/1 or movie/13")
        }
        return try await database.registry { try await CatalogueCleanup(transaction: $0, now: database.clock.now).age(thing) }
    }
}
