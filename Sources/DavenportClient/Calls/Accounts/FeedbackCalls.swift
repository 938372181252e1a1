import DavenportAPI
import Foundation

extension DavenportClient {
    /// Tell those who run the community, and those who make what I use.
    public var createFeedback: Call<NewFeedback, Created<Feedback>> { Call(self, Endpoints.createFeedback) }
    /// What I have told, newest first; for admins and owners what everybody has.
    public var listFeedback: Call<FeedbackQuery, Page<Feedback>> { Call(self, Endpoints.listFeedback) }
    /// Say how far one is with some feedback.
    public var changeFeedback: Call<FeedbackChange, Feedback> { Call(self, Endpoints.changeFeedback) }
}

extension Call where In == FeedbackChange {
    /// Calls the endpoint that says how far one is with some feedback.
    public func callAsFunction(feedbackID: UUID, state: FeedbackState) async throws -> Out {
        try await self(In(feedbackID: feedbackID, state: state))
    }
}
