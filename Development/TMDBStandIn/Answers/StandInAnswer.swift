import DavenportAPI

/// A response of the stand-in.
struct StandInAnswer: Sendable {
    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    private static let json = "application/json;charset=utf-8"

    init(status: Int = 200, _ value: JSONValue) {
        self.init(status: status, type: Self.json, Array(value.description.utf8))
    }

    init(status: Int = 200, type: String = json, _ body: [UInt8]) {
        self.status = status
        self.body = body
        headers = [("content-type", type)]
    }

    /// Creates TMDB's response for an error.
    init(_ refusal: StandInRefusal) {
        self.init(
            status: refusal.status,
            ["success": false, "status_code": .integer(refusal.code), "status_message": .string(refusal.message)])
    }
}

/// An error of TMDB: HTTP status, TMDB's own code and its message. See https://developer.themoviedb.org/docs/errors
struct StandInRefusal: Error {
    let status: Int
    let code: Int
    let message: String

    static let invalidKey = StandInRefusal(401, 7, "Invalid API key: You must be granted a valid key.")
    static let notFound = StandInRefusal(404, 34, "The resource you requested could not be found.")
    static let invalidPage = StandInRefusal(400, 22, "Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.")
    static let tooManyAppended = StandInRefusal(
        400, 27, "Too many append to response objects: The maximum number of remote calls is 20.")
    static let wrongMethod = StandInRefusal(405, 42, "This request method is not supported for this resource.")

    private static let internalError = StandInRefusal(500, 11, "Internal error: Something went wrong, contact TMDB.")

    /// Returns TMDB's error for this status.
    static func with(status: Int) -> StandInRefusal {
        let known =
            [invalidKey, notFound, invalidPage, wrongMethod, internalError] + [
                StandInRefusal(429, 25, "Your request count (41) is over the allowed limit of (40)."),
                StandInRefusal(502, 43, "Couldn't connect to the backend server."),
                StandInRefusal(503, 9, "Service offline: This service is temporarily offline, try again later."),
                StandInRefusal(504, 24, "Your request to the backend server timed out. Try again."),
            ]
        return known.first { $0.status == status } ?? StandInRefusal(status, internalError.code, internalError.message)
    }

    private init(_ status: Int, _ code: Int, _ message: String) {
        (self.status, self.code, self.message) = (status, code, message)
    }
}
