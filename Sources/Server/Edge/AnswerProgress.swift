import Domain
import Hummingbird

/// How far the answer to a request has come.
enum AnswerProgress: Sendable {
    case answered(Response)
    /// The request waits for a change. When the long poll is over, `resume` goes on; until then nothing runs for the request.
    case waits(LongPoll, resume: @Sendable () async throws -> AnswerProgress)
}
