import DavenportAPI

extension UseCases {
    /// Ends push notifications to the browser of the caller's session.
    public func unregisterWebPush(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        try await database.transaction(for: caller, .singleRoundTrip) {
            try await DeviceRepository($0).unregisterBrowser(of: caller.sessionID)
        }
        return NoContent()
    }
}
