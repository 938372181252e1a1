import Foundation

/// What went wrong, as `application/problem+json` (RFC 9457). A use case throws it with what belongs to it; status, headers and text follow
/// from its code.
public struct Problem: Codable, Sendable, Error, Equatable {
    /// A URN that names the code, for readers of the RFC.
    public let type: String
    /// The code's short description, always the same.
    public let title: String
    /// HTTP's status of the answer, 400 to 599.
    public let status: Int
    /// What happened this time, in English.
    public let detail: String
    /// Stable; clients decide by it. A server that is newer than the client may have codes that the client doesn't know.
    public let code: Code
    /// What is wrong with which field, everything at once.
    public let errors: [FieldFault]?
    /// What problems of this code tell besides, by name: the RFC's extension members. Each area reads its own from here.
    public let members: [String: JSONValue]
    /// The request's id, also in the header `X-Request-ID` and in the server's log.
    public let requestID: String?
    /// After how many seconds it is worth asking again: not in the body, but in the header `Retry-After`.
    package let retryAfter: Int?

    /// - Parameters:
    ///   - detail: what happened this time; the code's title unless given.
    ///   - members: what this code tells besides, none of it by a name that every problem has.
    public init(
        _ code: Code, detail: String? = nil, errors: [FieldFault]? = nil, members: [String: JSONValue] = [:], requestID: String? = nil
    ) {
        self.init(code, detail: detail, errors: errors, members: members, requestID: requestID, retryAfter: nil)
    }

    /// - Parameter retryAfter: after how many seconds it is worth asking again, where that is known.
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

/// A member that problems of some code have besides those of every problem, for people who read the documentation.
public struct ProblemMember: Sendable {
    public let name: String
    /// Its JSON Schema.
    public let schema: JSONValue
    /// A sentence, which says with which code it comes.
    public let meaning: String

    /// A member by its name, with its JSON Schema, and a sentence that says with which code it comes.
    package init(_ name: String, _ schema: JSONValue, _ meaning: String) {
        self.name = name
        self.schema = schema
        self.meaning = meaning
    }
}

extension ProblemMember {
    static let size = ProblemMember("size", ["type": "integer"], "How many bytes there are, with `range_not_satisfiable`.")
}

extension Problem {
    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, code, errors, requestID
    }

    /// Reads a problem also where its code is unknown: status and title are those that it tells itself.
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

    /// The members stand beside what every problem has.
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
    /// Fields that are wrong, all of them at once.
    public static func invalid(_ faults: [FieldFault]) -> Problem {
        Problem(.invalid, detail: faults.map { "\($0.field) \($0.message)" }.joined(separator: "; ") + ".", errors: faults)
    }

    /// One field that is wrong.
    public static func invalid(_ field: String, _ code: FieldFault.Code, _ message: String) -> Problem {
        invalid([FieldFault(field: field, code: code, message: message)])
    }

    /// A range that there isn't.
    /// - Parameter size: how many bytes there are.
    package static func rangeNotSatisfiable(of size: Int) -> Problem {
        Problem(.rangeNotSatisfiable, members: ["size": .integer(size)])
    }

    /// How many bytes there are, where the code is `range_not_satisfiable`.
    public var size: Int? { if case .integer(let size) = members["size"] { size } else { nil } }

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
        Problem(code, detail: detail, errors: errors, members: members, requestID: requestID, retryAfter: retryAfter)
    }
}
