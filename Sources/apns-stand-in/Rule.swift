import StandIns

/// Changes the response to requests that would otherwise be accepted. Tests and people set rules while the program runs.
/// Rules for a device come before those for all devices; of several, the latest applies.
struct Rule: AnswerRule, Decodable {
    enum Action: String, Decodable {
        /// Answers with `status` and `reason`. A faulty request gets Apple's error in place of that.
        case answer
        /// Never answers.
        case silence
        /// Closes the connection without an answer.
        case cut
        /// Sends a GOAWAY: this request and later ones are unprocessed.
        case goaway
        /// Refuses the stream: the request is unprocessed.
        case refuse
    }

    let action: Action
    /// The token of the device to which it applies; nil for all devices.
    let device: String?
    /// With `answer`: the HTTP status, 200 unless given.
    let status: Int?
    let reason: String?
    /// The timestamp of Apple's status 410, in milliseconds since 1970.
    let timestamp: Int?
    /// The value of `retry-after`.
    let retryAfter: String?
    /// With `answer`: the delay in seconds.
    let delay: Double?
    /// The number of requests to which it applies; without it, to all.
    var times: Int?
    /// The probability with which it applies, from 0 to 1; 1 unless given.
    let probability: Double?
}
