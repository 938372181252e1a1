extension Problem {
    /// A kind of problem. The codes that all areas share are declared in this file, and each area's own codes in its
    /// folder. Two codes with the same text are equal, whatever their status and title.
    public struct Code: Sendable {
        /// The code's text in JSON, such as `not_found`.
        public let rawValue: String
        /// The HTTP status of an answer with this code.
        public let status: Int
        /// The problem's title, a sentence in English that is always the same.
        public let title: String

        /// Creates a code from its text, its HTTP status and a sentence in English.
        package init(_ rawValue: String, _ status: Int, _ title: String) {
            self.rawValue = rawValue
            self.status = status
            self.title = title
        }
    }
}

extension Problem.Code: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue)
    }
}

extension Problem.Code: Codable {
    /// Decodes the code's text only. When a whole problem is decoded, `Problem` sets the code's status and title from
    /// its own members.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self), Self.internalError.status, "")
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Problem.Code {
    /// The codes that any endpoint can answer: they follow from access checks, the input and the state of the server.
    static let ofAnyRequest = [
        malformedRequest, clientTooOld, tenantRequired, unauthenticated, otherUser, invalidCredentials, forbidden, notFound, tenantNotFound,
        featureOff, methodNotAllowed, requestTimeout, lengthRequired, bodyTooLarge, unsupportedMediaType, unsupportedEncoding,
        rangeNotSatisfiable,
        invalid, tooManyRequests, internalError, unavailable,
    ]

    /// The body isn't a JSON object in UTF-8 or is nested too deep, or the request isn't valid HTTP.
    public static let malformedRequest = Self("malformed_request", 400, "The request can't be read.")
    /// The client names a version in `Davenport-Client` that the server doesn't understand any more. The status is 400: 426 would have
    /// to name a protocol in `Upgrade`, and clients and proxies give every other status that fits a meaning of its own.
    public static let clientTooOld = Self("client_too_old", 400, "This version of the app is too old for the server. Install the new one.")
    /// The server has several communities, and the request names none: neither by its token, nor by a header, nor by
    /// the host name in its URL.
    public static let tenantRequired = Self("tenant_required", 400, "Name the community in the header Davenport-Tenant.")
    /// The request has no token, or an invalid or expired one.
    public static let unauthenticated = Self("unauthenticated", 401, "Sign in first.")
    /// The session is of another user than the header `Davenport-User` names.
    public static let otherUser = Self("other_user", 401, "Somebody else has signed in meanwhile.")
    /// The e-mail address or the password is wrong, or the account is suspended. The answer doesn't say which.
    public static let invalidCredentials = Self("invalid_credentials", 401, "E-mail or password is wrong.")
    public static let forbidden = Self("forbidden", 403, "Your role doesn't allow this.")
    /// The path names something that doesn't exist or that the caller can't see.
    public static let notFound = Self("not_found", 404, "There is no such thing.")
    /// The community doesn't exist, or is suspended.
    public static let tenantNotFound = Self("tenant_not_found", 404, "There is no such community.")
    public static let featureOff = Self("feature_off", 404, "This community doesn't use this feature.")
    /// The path exists, but not with the request's method. The header `Allow` lists the supported methods.
    public static let methodNotAllowed = Self("method_not_allowed", 405, "This address doesn't support this method.")
    public static let requestTimeout = Self("request_timeout", 408, "The request took too long to arrive.")
    /// The request has no header `Content-Length`, which is required because the server streams the body.
    public static let lengthRequired = Self("length_required", 411, "The header Content-Length is required.")
    public static let bodyTooLarge = Self("body_too_large", 413, "The body is too large.")
    public static let unsupportedMediaType = Self("unsupported_media_type", 415, "The body has an unsupported media type.")
    /// The request's `Content-Encoding` isn't `identity`, the only one that the server supports. The answer says so in
    /// `Accept-Encoding`.
    public static let unsupportedEncoding = Self("unsupported_encoding", 415, "Send the body without a Content-Encoding.")
    /// The range that the request asks for begins after the content's end or is empty. The header `Content-Range` has
    /// the total number of bytes.
    public static let rangeNotSatisfiable = Self("range_not_satisfiable", 416, "The range has no bytes of this content.")
    /// Fields of the request are invalid; `Problem.errors` lists all faults.
    public static let invalid = Self("invalid", 422, "Something in the request is not valid.")
    /// The caller exceeded a rate limit. The header `Retry-After` has the number of seconds to wait.
    public static let tooManyRequests = Self("too_many_requests", 429, "Too many requests; wait a little.")
    /// An unexpected error occurred. The server logged it with the request's id.
    public static let internalError = Self("internal_error", 500, "The server failed. The error was logged.")
    /// The server has too much load or is shutting down. `Retry-After` has the number of seconds to wait.
    public static let unavailable = Self("unavailable", 503, "Not available at the moment; try again.")

    /// The id that the client chose for a new object belongs to another object. The areas in which clients can choose
    /// ids declare this code.
    public static let idTaken = Self("id_taken", 409, "This id is used already.")
}
