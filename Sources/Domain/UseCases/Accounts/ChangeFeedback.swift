import DavenportAPI

extension UseCases {
    /// Lets admins and owners set the state of users' feedback.
    public func changeFeedback(_ caller: Caller, _ input: FeedbackChange) async throws -> Feedback {
        try await setFeedbackState(input.feedbackID, input.state, in: caller.tenant)
    }
}
