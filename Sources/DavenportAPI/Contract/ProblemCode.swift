extension Problem {
    /// What kind of thing went wrong. Those that any area can answer stand here, each area's own in its folder. Two that are written alike
    /// are the same.
    public struct Code: Sendable {
        /// As on the wire: `not_found`.
        public let rawValue: String
        /// HTTP's status of the answer.
        public let status: Int
        /// A sentence in English, always the same.
        public let title: String

        /// A code as on the wire, with HTTP's status and a sentence in English.
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
    /// Reads the code alone, which tells neither its status nor its title: they stand beside it, and `Problem` takes them from there.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self), Self.internalError.status, "")
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Problem.Code {
    /// What follows from who may call, what is taken and how the server fares, whatever an endpoint is about.
    static let ofAnyRequest = [
        malformedRequest, tenantRequired, unauthenticated, invalidCredentials, forbidden, notFound, tenantNotFound, featureOff,
        methodNotAllowed, requestTimeout, lengthRequired, bodyTooLarge, unsupportedMediaType, unsupportedEncoding, rangeNotSatisfiable,
        invalid, tooManyRequests, internalError, unavailable,
    ]

    /// The body is no JSON object in UTF-8, or nests too deep, or the request isn't HTTP as it should be.
    public static let malformedRequest = Self("malformed_request", 400, "The request can't be read.")
    /// There are several communities, and neither token, header nor host says which is meant.
    public static let tenantRequired = Self("tenant_required", 400, "Say which community you mean, by the header Davenport-Tenant.")
    /// There is no token, or one that isn't good any more.
    public static let unauthenticated = Self("unauthenticated", 401, "Sign in first.")
    /// Of e-mail address and password one is wrong, or the account is suspended; it isn't told which.
    public static let invalidCredentials = Self("invalid_credentials", 401, "E-mail or password is wrong.")
    public static let forbidden = Self("forbidden", 403, "Your role doesn't allow this.")
    /// What the path names isn't there, or isn't to be seen by the caller.
    public static let notFound = Self("not_found", 404, "There is no such thing.")
    /// It was never there, or is suspended.
    public static let tenantNotFound = Self("tenant_not_found", 404, "There is no such community.")
    public static let featureOff = Self("feature_off", 404, "This community doesn't use this feature.")
    /// The header `Allow` names those that it takes.
    public static let methodNotAllowed = Self("method_not_allowed", 405, "This address doesn't take this method.")
    public static let requestTimeout = Self("request_timeout", 408, "The request took too long to arrive.")
    /// The body goes through as it comes, so the header `Content-Length` has to say before how long it is.
    public static let lengthRequired = Self("length_required", 411, "Say how long the body is, by the header Content-Length.")
    public static let bodyTooLarge = Self("body_too_large", 413, "The body is too large.")
    public static let unsupportedMediaType = Self("unsupported_media_type", 415, "The body is of a kind that isn't taken here.")
    /// The header `Content-Encoding` names something else than `identity`; the answer's `Accept-Encoding` says so.
    public static let unsupportedEncoding = Self("unsupported_encoding", 415, "Send the body as it is, without a Content-Encoding.")
    /// The range begins behind the end, or asks for nothing; the header `Content-Range` says how many bytes there are.
    public static let rangeNotSatisfiable = Self("range_not_satisfiable", 416, "There are no such bytes.")
    /// Fields are wrong: `Problem.errors` has them all.
    public static let invalid = Self("invalid", 422, "Something in the request is not valid.")
    /// The header `Retry-After` says how many seconds to wait.
    public static let tooManyRequests = Self("too_many_requests", 429, "Too many requests; wait a little.")
    /// Nobody foresaw it; the log has it under the request's id.
    public static let internalError = Self("internal_error", 500, "The server failed. It was logged.")
    /// Too much at once, or the server is about to end; `Retry-After` says how many seconds to wait.
    public static let unavailable = Self("unavailable", 503, "Not available at the moment; try again.")

    /// The client has chosen the id of what shall be made (`IdentifiedInput`), and something else has it: named by the areas whose things
    /// have such ids.
    public static let idTaken = Self("id_taken", 409, "This id is used already.")
}
