/// Runs requests to providers with a time limit.
enum TimeLimit {
    /// Runs the work, and gives up after a time. Errors of AsyncHTTPClient become a `ProviderFault`, because they may contain
    /// the URL, and with it the API key.
    static func run<Result: Sendable>(_ time: Duration, _ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask {
                do { return try await work() } catch let fault as ProviderFault { throw fault } catch {
                    throw ProviderFault("The provider can't be reached: \(type(of: error)).")
                }
            }
            group.addTask {
                try await Task.sleep(for: time)
                throw ProviderFault("The provider took too long.")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw ProviderFault("No request was sent to the provider.") }
            return first
        }
    }
}
