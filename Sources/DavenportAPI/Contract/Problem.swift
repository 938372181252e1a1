import Foundation

/// An error answer as `application/problem+json` (RFC 9457). A use case throws a problem with a code and details. The
/// answer's status, headers and title follow from the code.
public struct Problem: Codable, Sendable, Error, Equatable {
    /// The URN of the code, as RFC 9457 requires.
    public let type: String
    /// The code's short description, always the same.
    public let title: String
    /// The HTTP status of the answer, 400 to 599.
    public let status: Int
    /// What happened in this case, in English.
    public let detail: String
    /// The stable code by which clients decide what to do. A newer server may have codes that the client doesn't know.
    public let code: Code
    /// All faults in the request's fields; nil if the problem isn't about a field.
    public let errors: [FieldFault]?
    /// The extension members of RFC 9457, by name. Only problems with this code have them. Each area reads its own
    /// members from here.
    public let members: [String: JSONValue]
    /// The request's id, which is also in the header `X-Request-ID` and in the server's log. It is nil until the server
    /// answers with the problem.
    public let requestID: String?
    /// The number of seconds after which to retry; nil if it isn't known. It is sent in the header `Retry-After` and
    /// not in the body.
    package let retryAfter: Int?

    /// Creates a problem with a code's status and title.
    /// - Parameters:
    ///   - detail: what happened in this case; the code's title by default.
    ///   - members: the extension members of this code's problems. None may have the name of a member that all problems
    ///     have.
    public init(
        _ code: Code, detail: String? = nil, errors: [FieldFault]? = nil, members: [String: JSONValue] = [:], requestID: String? = nil
    ) {
        self.init(code, detail: detail, errors: errors, members: members, requestID: requestID, retryAfter: nil)
    }

    /// Creates a problem that may ask the client to retry.
    /// - Parameter retryAfter: the number of seconds after which to retry; nil if it isn't known.
    package init(_ code: Code, retryAfter: Int?) {
        self.init(code, detail: nil, retryAfter: retryAfter)
    }

    private init(
        _ code: Code, detail: String? = nil, errors: [FieldFault]? = nil, members: [String: JSONValue] = [:], requestID: String? = nil,
        retryAfter: Int?
    ) {
        self.type = "urn:davenport:problem:" + code.rawValue
        self.title = code.title
        self.status = code.status
        self.detail = detail ?? code.title
        self.code = code
        self.errors = errors
        self.members = members
        self.requestID = requestID
        self.retryAfter = retryAfter
    }
}

extension Problem: CustomStringConvertible {
    /// The code and what happened, for logs. The standard description would list every property.
    public var description: String { "\(code.rawValue): \(detail)" }
}

/// An extension member that problems of one code have besides the members that all problems have, with its
/// documentation.
public struct ProblemMember: Sendable {
    public let name: String
    /// The member's JSON Schema.
    public let schema: JSONValue
    /// A sentence about the member for the documentation. It contains the code whose problems have the member.
    public let meaning: String

    /// Creates a member from its name, its JSON Schema and a sentence that names its code.
    package init(_ name: String, _ schema: JSONValue, _ meaning: String) {
        self.name = name
        self.schema = schema
        self.meaning = meaning
    }
}

extension ProblemMember {
    static let size = ProblemMember("size", ["type": "integer"], "The total number of bytes, with `range_not_satisfiable`.")
}

extension Problem {
    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, code, errors, requestID
    }

    /// Decodes a problem. If the client doesn't know the code, the code gets its status and title from the problem.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        title = try container.decode(String.self, forKey: .title)
        status = try container.decode(Int.self, forKey: .status)
        detail = try container.decode(String.self, forKey: .detail)
        code = Code(try container.decode(Code.self, forKey: .code).rawValue, status, title)
        errors = try container.decodeIfPresent([FieldFault].self, forKey: .errors)
        let others = try decoder.container(keyedBy: FieldName.self)
        members = try others.allKeys.reduce(into: [:]) { members, name in
            guard CodingKeys(stringValue: name.stringValue) == nil else { return }
            members[name.stringValue] = try others.decode(JSONValue.self, forKey: name)
        }
        requestID = try container.decodeIfPresent(String.self, forKey: .requestID)
        retryAfter = nil
    }

    /// Encodes the problem as one JSON object, with the extension members beside the members that all problems have.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(title, forKey: .title)
        try container.encode(status, forKey: .status)
        try container.encode(detail, forKey: .detail)
        try container.encode(code, forKey: .code)
        try container.encodeIfPresent(errors, forKey: .errors)
        var others = encoder.container(keyedBy: FieldName.self)
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { try others.encode(value, forKey: FieldName(stringValue: name)) }
        try container.encodeIfPresent(requestID, forKey: .requestID)
    }
}

extension Problem {
    /// Returns the problem that the request has invalid fields. The problem lists all faults.
    public static func invalid(_ faults: [FieldFault]) -> Problem {
        Problem(.invalid, detail: faults.map { "\($0.field) \($0.message)" }.joined(separator: "; ") + ".", errors: faults)
    }

    /// Returns the problem that the request has one invalid field.
    public static func invalid(_ field: String, _ code: FieldFault.Code, _ message: String) -> Problem {
        invalid([FieldFault(field: field, code: code, message: message)])
    }

    /// Returns the problem that the requested range contains no byte of the content.
    /// - Parameter size: the total number of bytes of the content.
    package static func rangeNotSatisfiable(of size: Int) -> Problem {
        Problem(.rangeNotSatisfiable, members: ["size": .integer(size)])
    }

    /// The total number of bytes of the content, if the code is `range_not_satisfiable`; otherwise nil.
    public var size: Int? { if case .integer(let size) = members["size"] { size } else { nil } }

    /// Returns the problem that the caller exceeded a rate limit.
    /// - Parameters:
    ///   - until: the time from which to retry; nil if it isn't known. Then the answer asks the client to wait 1
    ///     second.
    ///   - now: the current time.
    package static func tooManyRequests(until: Date?, at now: Date) -> Problem {
        Problem(.tooManyRequests, retryAfter: max(1, Int((until ?? now).timeIntervalSince(now).rounded(.up))))
    }

    /// Returns the problem that the server has too much load.
    /// - Parameter retryAfter: the number of seconds after which to retry. A second is enough for a queue to shrink.
    package static func unavailable(retryAfter: Int = 1) -> Problem {
        Problem(.unavailable, retryAfter: retryAfter)
    }

    /// Returns a copy of the problem with the id of the HTTP request that it answers.
    package func answer(to requestID: String) -> Problem {
        Problem(code, detail: detail, errors: errors, members: members, requestID: requestID, retryAfter: retryAfter)
    }
}
