/// The HTTP methods that the API uses.
public enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether a request with this method has a body. If it has, the body contains the input's fields that aren't in
    /// the path; otherwise the query contains them.
    public var hasBody: Bool { self == .post || self == .put || self == .patch }
}

/// The callers that an endpoint admits. The server derives authentication and role checks from this value.
public enum Who: Sendable, Equatable {
    /// Anybody. The server resolves only the tenant.
    case anyone
    /// Anybody, in no community. The server resolves no tenant, and ignores a token.
    case stranger
    /// A person who sends HTTP Basic with e-mail address and password.
    case basic
    /// Any member with a session.
    case user
    /// Members whose role is in the set.
    case roles(Set<Role>)
    /// A program with a key of this purpose, whose secret is the path parameter `secret`. The key names the tenant and
    /// the user that the program works for.
    case key(AccessKeyPurpose)

    /// Whether the caller needs a session.
    public var needsSession: Bool {
        switch self {
        case .user, .roles: true
        case .anyone, .stranger, .basic, .key: false
        }
    }

    /// Whether the endpoint refuses requests without the header `Authorization` and without a cookie.
    package var needsCredentials: Bool { needsSession || self == .basic }
}

/// The form of a request's body, if its method has one.
public enum RequestBody: Sendable, Equatable {
    /// A JSON object of at most 64 KiB, with the input's fields.
    case json
    /// The content itself, such as a picture, with one of the given media types and at most `upTo` bytes. The input
    /// reads it from `Fields.content`.
    case bytes(of: [String], upTo: Int)
    /// A stream of bytes of any media type, at most `upTo` bytes, whose size the header `Content-Length` states. The
    /// input reads it from `Fields.stream`.
    case stream(upTo: Int)

    /// The maximum size of a JSON body in bytes.
    public static let jsonLimit = 64 * 1024
}

/// The effect of a successful request on a session that a browser keeps in a cookie (rules 16).
public enum SessionEffect: Sendable {
    case none
    /// The request begins a session. If it has the header `Davenport-Session: cookie`, the server puts the session's
    /// token into a cookie.
    case begins
    /// The request ends its own session, so the server removes the cookie.
    case ends
}

/// The caching policy of an answer.
public enum Caching: Sendable {
    /// The answer has `Cache-Control: private, no-cache` and an `ETag`. It is for one person's data, which a client may
    /// keep but must revalidate before each use.
    case tagged
    /// The answer has `Cache-Control: no-store`. It contains a secret, or it answers a request that changes data.
    case noStore
    /// The answer has `Cache-Control: private, max-age=31536000, immutable`. The content of its URL never changes.
    case immutable
}

/// An endpoint of the API, declared once. Routes, access checks, the OpenAPI document and clients are derived from this
/// value.
///
/// The type leaves `In` and `Out` unconstrained, and its initializer constrains them instead. For a constrained generic
/// type, Swift searches every conformance in the program. With two hundred endpoints, that would be a fifth of the
/// server's start time.
public struct Endpoint<In: Sendable, Out: Sendable>: Sendable {
    /// The name of the Swift declaration, which is also the operation id in the OpenAPI document.
    public let name: String
    public let method: Method
    /// The path from the root, with parameters in braces: `/v1/users/{userID}`.
    public let path: String
    public let pathParameters: [String]
    public let who: Who
    /// The feature that the tenant must have enabled; nil if the endpoint requires none.
    public let feature: Feature?
    /// The HTTP status of a successful answer.
    public let success: Int
    /// The one-line summary in the documentation.
    public var summary: String { makeSummary() }
    /// Returns the one-line summary in the documentation. It is a function, because the summary may depend on the list
    /// of all areas, which contains this endpoint.
    private let makeSummary: @Sendable () -> String
    public let caching: Caching
    /// The form of the request's body, if the method has one.
    public let body: RequestBody
    /// The media types of the answer's body; each answer has one of them.
    public let mediaTypes: [String]
    /// A longer description in the documentation; nil if there is none.
    public let details: String?
    /// The problem codes that this endpoint declares itself. The list omits the codes that follow from the endpoint's
    /// input and from the callers that it admits.
    public let errors: [Problem.Code]
    /// Whether sending a request twice has the same effect as sending it once. If so, a client that received no answer
    /// may send the request again.
    public let isIdempotent: Bool
    /// Whether the server may delay the answer until something changes, as a long poll (rule 13.9).
    public let mayWait: Bool
    /// The effect of a successful request on a session that a browser keeps in a cookie.
    public let sessionEffect: SessionEffect
}

extension Endpoint: EndpointDeclaration where In: Input, Out: Codable {
    /// Declares an endpoint whose path begins with `/v1`.
    package init(
        _ name: String, _ method: Method, _ path: String, _ who: Who, feature: Feature? = nil, body: RequestBody = .json,
        success: Int = 200, answering mediaTypes: [String] = ["application/json"], caching: Caching? = nil, errors: [Problem.Code] = [],
        isIdempotent: Bool? = nil, mayWait: Bool = false, sessionEffect: SessionEffect = .none,
        summary: @escaping @autoclosure @Sendable () -> String, details: String? = nil
    ) {
        self.name = name
        self.method = method
        self.path = "/v1" + path
        pathParameters = path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        self.who = who
        self.feature = feature
        self.body = body
        self.success = success
        makeSummary = summary
        self.details = details
        self.errors = errors
        self.isIdempotent = isIdempotent ?? (method != .post && method != .patch)
        self.mayWait = mayWait
        self.sessionEffect = sessionEffect
        self.mediaTypes = mediaTypes
        self.caching = caching ?? (method == .get ? .tagged : .noStore)
    }
}

/// An endpoint with any types of input and output, for lists that hold all endpoints.
public protocol EndpointDeclaration: Sendable {
    associatedtype In: Input
    associatedtype Out: Codable & Sendable
    var name: String { get }
    var method: Method { get }
    var path: String { get }
    /// The names of the path's parameters, in order.
    var pathParameters: [String] { get }
    var who: Who { get }
    var feature: Feature? { get }
    var success: Int { get }
    var summary: String { get }
    var caching: Caching { get }
    var body: RequestBody { get }
    var mediaTypes: [String] { get }
    var details: String? { get }
    var errors: [Problem.Code] { get }
    var isIdempotent: Bool { get }
    var mayWait: Bool { get }
    var sessionEffect: SessionEffect { get }
}

extension EndpointDeclaration {
    /// The Swift type of the endpoint's input.
    var input: any Input.Type { In.self }
    /// Whether the query contains the fields that aren't in the path, because the endpoint takes no JSON body.
    public var hasQuery: Bool { !method.hasBody || body != .json }
    /// Whether the request's body is a stream, which the server doesn't collect in memory.
    public var takesStream: Bool { if case .stream = body { method.hasBody } else { false } }
    /// The Swift type of the endpoint's output.
    var output: any (Codable & Sendable).Type { Out.self }
}

/// The namespace of all endpoints. Each endpoint is declared in the file of its feature, and `Contracts.all` gathers
/// them.
public enum Endpoints {}

/// An answer without content, with status 204 unless the endpoint declares another one.
public struct NoContent: Codable, Sendable, Equatable {
    public init() {}
}

/// An answer that is the content itself instead of JSON, such as a picture.
public struct Media: Codable, Sendable, Equatable {
    /// The value of the header `Content-Type`.
    public let type: String
    /// The bytes as the server sent them.
    public let bytes: [UInt8]

    /// Creates an answer from bytes and their media type, as in the header `Content-Type`.
    public init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }
}

/// An answer about a new object. It says whether this request created the object (status 201) or an earlier request did
/// (status 200).
public protocol CreatedAnswer {
    /// Whether this request created the object; false if an earlier request did.
    var isNew: Bool { get }
}

/// An answer that can ask the client to retry later, with the header `Retry-After`.
public protocol RetryingAnswer {
    /// The number of seconds after which the client should retry; nil if the answer has no header `Retry-After`.
    var retryAfter: Int? { get }
}

/// An object that this request created (status 201), or that an earlier request with the same id created (status 200).
public struct Created<Value: Sendable>: CreatedAnswer, Sendable {
    /// The object in its current state, even if an earlier request created it.
    public let value: Value
    public let isNew: Bool

    /// Creates an answer with an object that this request or an earlier one created.
    /// - Parameter isNew: false if an earlier request created the object.
    public init(_ value: Value, isNew: Bool = true) {
        self.value = value
        self.isNew = isNew
    }
}

extension Created: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

extension Created: Decodable where Value: Decodable {
    /// Decodes the object, whose JSON doesn't say whether it is new. Only the HTTP status says so. Therefore `isNew` is
    /// read from the decoder's `userInfo`, under `CodingUserInfoKey.isNew`; the default is true.
    public init(from decoder: any Decoder) throws {
        self.init(try Value(from: decoder), isNew: decoder.userInfo[.isNew] as? Bool ?? true)
    }
}

extension CodingUserInfoKey {
    /// The key in a decoder's `userInfo` for a `Bool` that says whether the answer has status 201.
    public static let isNew = CodingUserInfoKey(rawValue: "davenport.isNew")!  // Never nil: the failable initialiser has no failure.
    /// The key in a decoder's `userInfo` for the number of seconds in the header `Retry-After` of a successful answer.
    public static let retryAfter = CodingUserInfoKey(rawValue: "davenport.retryAfter")!  // Never nil, as above.
}
