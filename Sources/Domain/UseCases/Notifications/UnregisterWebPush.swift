import DavenportAPI

/// Ends push notifications to the browser of the caller's session.
public struct UnregisterWebPush: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        try await database.transaction(for: caller, .singleRoundTrip) {
            try await DeviceRepository($0).unregisterBrowser(of: caller.sessionID)
        }
        return NoContent()
    }
}
