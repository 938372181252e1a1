import Foundation

/// What went wrong, as `application/problem+json` (RFC 9457). A use case throws it with what belongs to it; status, headers and text follow from
/// its code.
public struct Problem: Codable, Sendable, Error, Equatable {
    /// A URN that names the code, for readers of the RFC.
    public let type: String
    /// The code's short description, always the same.
    public let title: String
    public let status: Int
    /// What happened this time, in English.
    public let detail: String
    /// Stable; clients decide by it.
    public let code: Code
    /// What is wrong with which field, everything at once.
    public let errors: [FieldFault]?
    /// The room that exists already (`room_exists`).
    public let roomID: UUID?
    /// The request's id, also in the header `X-Request-ID` and in the server's log.
    public let requestID: String?
    /// After how many seconds it is worth asking again: not in the body, but in the header `Retry-After`.
    package let retryAfter: Int?

    public init(
        _ code: Code, detail: String? = nil, errors: [FieldFault]? = nil, roomID: UUID? = nil, requestID: String? = nil
    ) {
        self.init(code, detail: detail, errors: errors, roomID: roomID, requestID: requestID, retryAfter: nil)
    }

    private init(
        _ code: Code, detail: String? = nil, errors: [FieldFault]? = nil, roomID: UUID? = nil, requestID: String? = nil, retryAfter: Int?
    ) {
        self.type = "urn:davenport:problem:" + code.rawValue
        self.title = code.title
        self.status = code.status
        self.detail = detail ?? code.title
        self.code = code
        self.errors = errors
        self.roomID = roomID
        self.requestID = requestID
        self.retryAfter = retryAfter
    }

    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, code, errors, roomID, requestID
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        title = try container.decode(String.self, forKey: .title)
        status = try container.decode(Int.self, forKey: .status)
        detail = try container.decode(String.self, forKey: .detail)
        code = try container.decode(Code.self, forKey: .code)
        errors = try container.decodeIfPresent([FieldFault].self, forKey: .errors)
        roomID = try container.decodeIfPresent(UUID.self, forKey: .roomID)
        requestID = try container.decodeIfPresent(String.self, forKey: .requestID)
        retryAfter = nil
    }
}

extension Problem {
    /// Fields that are wrong, all of them at once.
    public static func invalid(_ faults: [FieldFault]) -> Problem {
        Problem(.invalid, detail: faults.map { "\($0.field) \($0.message)" }.joined(separator: "; ") + ".", errors: faults)
    }

    /// One field that is wrong.
    public static func invalid(_ field: String, _ code: FieldFault.Code, _ message: String) -> Problem {
        invalid([FieldFault(field: field, code: code, message: message)])
    }

    /// Somebody who can't be brought in, whether they exist or not.
    package static func unknownUser(field: String) -> Problem {
        Problem(.unknownUser, errors: [FieldFault(field: field, code: .unknown, message: "names somebody you can't bring in")])
    }

    /// Too often; again from then on, or at once where that isn't known any more.
    package static func tooManyRequests(until: Date?, at now: Date) -> Problem {
        Problem(.tooManyRequests, retryAfter: max(1, Int((until ?? now).timeIntervalSince(now).rounded(.up))))
    }

    /// Too much at once; again after so many seconds.
    package static func unavailable(retryAfter: Int) -> Problem {
        Problem(.unavailable, retryAfter: retryAfter)
    }

    /// The same, told to whoever sent a request.
    package func answer(to requestID: String) -> Problem {
        Problem(code, detail: detail, errors: errors, roomID: roomID, requestID: requestID, retryAfter: retryAfter)
    }
}

extension Problem {
    /// Every code that the API answers, with its status.
    public enum Code: String, Codable, Sendable, CaseIterable {
        case malformedRequest = "malformed_request"
        case tenantRequired = "tenant_required"
        case unauthenticated
        case invalidCredentials = "invalid_credentials"
        case forbidden
        case wrongPassword = "wrong_password"
        case notFound = "not_found"
        case tenantNotFound = "tenant_not_found"
        case featureOff = "feature_off"
        case methodNotAllowed = "method_not_allowed"
        case requestTimeout = "request_timeout"
        case emailTaken = "email_taken"
        case usernameTaken = "username_taken"
        case lastOwner = "last_owner"
        case roomExists = "room_exists"
        case roomFull = "room_full"
        case membersCannotShareRoom = "members_cannot_share_room"
        case idTaken = "id_taken"
        case noNextEpisode = "no_next_episode"
        case bodyTooLarge = "body_too_large"
        case unsupportedMediaType = "unsupported_media_type"
        case invalid
        case inviteInvalid = "invite_invalid"
        case unknownUser = "unknown_user"
        case tooManyRequests = "too_many_requests"
        case internalError = "internal_error"
        case unavailable

        public var status: Int { description.0 }
        public var title: String { description.1 }

        private var description: (Int, String) {
            switch self {
            case .malformedRequest: (400, "The request can't be read.")
            case .tenantRequired: (400, "Say which community you mean, by the header Davenport-Tenant.")
            case .unauthenticated: (401, "Sign in first.")
            case .invalidCredentials: (401, "E-mail or password is wrong.")
            case .forbidden: (403, "Your role doesn't allow this.")
            case .wrongPassword: (403, "The current password is wrong.")
            case .notFound: (404, "There is no such thing.")
            case .tenantNotFound: (404, "There is no such community.")
            case .featureOff: (404, "This community doesn't use this feature.")
            case .methodNotAllowed: (405, "This address doesn't take this method.")
            case .requestTimeout: (408, "The request took too long to arrive.")
            case .emailTaken: (409, "This e-mail address has an account already.")
            case .usernameTaken: (409, "This username is taken.")
            case .lastOwner: (409, "A community always keeps an owner.")
            case .roomExists: (409, "This room exists already.")
            case .roomFull: (409, "The room is full.")
            case .membersCannotShareRoom: (409, "These people can't be brought together.")
            case .idTaken: (409, "This id is used already.")
            case .noNextEpisode: (409, "There is no next episode.")
            case .bodyTooLarge: (413, "The body is too large.")
            case .unsupportedMediaType: (415, "The body is of a kind that isn't taken here.")
            case .invalid: (422, "Something in the request is not valid.")
            case .inviteInvalid: (422, "This invite can't be used.")
            case .unknownUser: (422, "There is no such person to bring in.")
            case .tooManyRequests: (429, "Too many requests; wait a little.")
            case .internalError: (500, "The server failed. It was logged.")
            case .unavailable: (503, "Not available at the moment; try again.")
            }
        }
    }
}
