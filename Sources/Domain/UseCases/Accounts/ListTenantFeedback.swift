import DavenportAPI

/// What people of a tenant have told, for its operator.
public struct ListTenantFeedback: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameters:
    ///   - state: only feedback in this state, if given.
    ///   - limit: at most so many, within `FeedbackList.sizes`.
    /// - Returns: the newest first.
    /// - Throws: `invalid` naming `limit`.
    public func callAsFunction(_ tenant: Tenant, state: FeedbackState?, limit: Int) async throws -> [Feedback] {
        let sizes = FeedbackList.sizes
        guard sizes.contains(limit) else { throw Problem.invalid("limit", .outOfRange, "must be from \(sizes.words)") }
        return try await database.transaction(in: tenant.id, .singleRoundTrip) {
            try await FeedbackRepository($0).list(state: state, limit: limit)
        }
    }
}

/// How much feedback an operator reads at once.
public enum FeedbackList {
    /// In pieces.
    public static let sizes = 1...10_000
    /// Unless they say otherwise.
    public static let usual = 100
}
