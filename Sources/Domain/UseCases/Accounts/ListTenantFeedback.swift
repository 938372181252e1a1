import DavenportAPI

/// Lists the feedback of a tenant's users. It serves operators.
public struct ListTenantFeedback: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Returns the newest feedback, newest first.
    /// - Parameters:
    ///   - state: if given, only feedback in this state.
    ///   - limit: the maximum number of items, within `FeedbackList.sizes`.
    /// - Throws: `invalid` naming `limit`.
    public func callAsFunction(_ tenant: Tenant, state: FeedbackState?, limit: Int) async throws -> [Feedback] {
        let sizes = FeedbackList.sizes
        guard sizes.contains(limit) else { throw Problem.invalid("limit", .outOfRange, "must be from \(sizes.words)") }
        return try await database.transaction(in: tenant.id, .singleRoundTrip) {
            try await FeedbackRepository($0).list(state: state, limit: limit)
        }
    }
}

/// Limits how much feedback an operator reads at once.
public enum FeedbackList {
    /// The numbers of items that an operator may ask for.
    public static let sizes = 1...10_000
    /// The number of items unless the operator gives one.
    public static let usual = 100
}
