import DavenportAPI
import Foundation

extension DavenportClient {
    /// Send feedback to the people who run the community and develop the software.
    public var createFeedback: Call<NewFeedback, Created<Feedback>> { Call(self, Endpoints.createFeedback) }
    /// List your feedback, newest first. Admins and owners get everybody's.
    public var listFeedback: Call<FeedbackQuery, Page<Feedback>> { Call(self, Endpoints.listFeedback) }
    /// Change the state of a feedback message.
    public var changeFeedback: Call<FeedbackChange, Feedback> { Call(self, Endpoints.changeFeedback) }
}

extension Call where In == FeedbackChange {
    /// Sets the state of a feedback message.
    public func callAsFunction(feedbackID: UUID, state: FeedbackState) async throws -> Out {
        try await self(In(feedbackID: feedbackID, state: state))
    }
}
