import Domain
import Hummingbird

/// The result of a step in answering a request: the response, or a long poll.
enum ResponseProgress: Sendable {
    case answered(Response)
    /// The request waits for a change, and no task runs for it. When the long poll is over, call `resume` to go on.
    case waits(LongPoll, resume: @Sendable () async throws -> ResponseProgress)
}
