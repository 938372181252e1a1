import StandIns

/// A rule that changes the response to requests that would otherwise be accepted. Tests and people set rules while the
/// stand-in runs. A rule for one device takes precedence over a rule for all devices. If several rules fit, the latest
/// applies.
struct Rule: AnswerRule, Decodable {
    enum Action: String, Decodable {
        /// Answers with the rule's `status` and `reason`. A faulty request still gets the error with which Apple would
        /// answer.
        case answer
        /// Never sends a response.
        case silence
        /// Closes the connection without a response.
        case cut
        /// Sends a GOAWAY frame, which says that this request and later ones weren't processed.
        case goaway
        /// Refuses the HTTP/2 stream of the request, which says that the request wasn't processed.
        case refuse
    }

    /// The push service to which a rule without a device applies.
    enum Service: String, Decodable {
        case apple
        case browsers
        case android
    }

    let action: Action
    /// Nil applies the rule to all services.
    let service: Service?
    /// The token of the device to which the rule applies, or the id of a browser's subscription; nil applies it to all devices. For
    /// Android, `token` applies it to requests for access tokens.
    let device: String?
    /// The HTTP status of an `answer`; nil means 200.
    let status: Int?
    let reason: String?
    /// The timestamp in the body of a response with status 410, in milliseconds since 1970; nil adds none.
    let timestamp: Int?
    /// The value of the header `retry-after`; nil sends none.
    let retryAfter: String?
    /// The value of the header `location`, from browsers' service alone; nil sends none.
    let location: String?
    /// The length of the answer's body in bytes, from browsers' service alone. With 0, the body never ends.
    let size: Int?
    /// The delay in seconds before the response, for `answer`. Nil means no delay.
    let delay: Double?
    /// The number of requests to which the rule applies; nil applies it to all matching requests.
    var times: Int?
    /// The probability with which the rule applies to a matching request, from 0 to 1; nil means 1.
    let probability: Double?
}
