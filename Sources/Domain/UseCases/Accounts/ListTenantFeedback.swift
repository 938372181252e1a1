import DavenportAPI

extension UseCases {
    /// Lets an operator list the feedback of a tenant's users.
    ///
    /// Returns the newest feedback, newest first.
    /// - Parameters:
    ///   - state: the state of the listed feedback; nil for every state.
    ///   - limit: the maximum number of items, within `FeedbackList.sizes`.
    /// - Throws: `invalid`, naming `limit`, if it is out of range.
    public func listTenantFeedback(_ tenant: Tenant, state: FeedbackState?, limit: Int) async throws -> [Feedback] {
        let sizes = FeedbackList.sizes
        guard sizes.contains(limit) else { throw Problem.invalid("limit", .outOfRange, "must be from \(sizes.words)") }
        return try await database.transaction(in: tenant.id, .singleRoundTrip) {
            try await FeedbackRepository($0).list(state: state, limit: limit)
        }
    }
}

/// Limits how much feedback an operator reads at once.
public enum FeedbackList {
    /// The numbers of items that an operator may request.
    public static let sizes = 1...10_000
    /// The number of items if the operator requests no number.
    public static let usual = 100
}
