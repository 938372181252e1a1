import Domain
import Hummingbird

/// The result of a step in answering a request: the response, or a long poll.
enum ResponseProgress: Sendable {
    case answered(Response)
    /// The request waits for a change. When the long poll is over, `resume` goes on; until then nothing runs for the request.
    case waits(LongPoll, resume: @Sendable () async throws -> ResponseProgress)
}
