import DavenportAPI

/// Lets admins and owners set the state of users' feedback.
public struct ChangeFeedback: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: FeedbackChange) async throws -> Feedback {
        try await SetFeedbackState(database: database)(input.feedbackID, input.state, in: caller.tenant)
    }
}
