import Domain
import Hummingbird

/// How far the answer to a request has come.
enum AnswerProgress: Sendable {
    case answered(Response)
    /// There is nothing to tell yet. When the wait is over it goes on; until then nothing runs for it.
    case longPolls(LongPoll, goOn: @Sendable () async throws -> AnswerProgress)
}
