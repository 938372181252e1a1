import DavenportAPI

extension UseCases {
    /// Shows the picture of a request's tenant to everyone.
    public func showTenantPicture(_ visitor: Visitor, _ input: NoInput) async throws -> Media {
        let found = try await database.transaction(for: visitor, .singleRoundTrip) { try await TenantPictureRepository($0).find() }
        guard let found else { throw Problem(.notFound) }
        return found
    }
}
