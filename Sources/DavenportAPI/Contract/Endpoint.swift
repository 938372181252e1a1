/// The HTTP methods that the API uses.
public enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether the members that aren't in the path come in the body; otherwise they come in the query.
    public var hasBody: Bool { self == .post || self == .put || self == .patch }
}

/// Who may call an endpoint. The server derives credentials and role guards from it.
public enum Who: Sendable, Equatable {
    /// Anybody. Only the tenant is resolved.
    case anyone
    /// A person who sends HTTP Basic with e-mail address and password.
    case basic
    /// Any member with a session.
    case user
    /// Members with one of these roles.
    case roles(Set<Role>)
}

/// What a request's body is, where its method has one.
public enum RequestBody: Sendable, Equatable {
    /// A JSON object of at most 64 KiB. Its fields are the input's.
    case json
    /// The content itself, such as a picture: one of these media types, at most so many bytes. The input reads it as
    /// `Fields.content`.
    case bytes(of: [String], upTo: Int)
    /// Bytes of any type, at most so many, with their number in `Content-Length`. The server streams them. The input reads them as
    /// `Fields.stream`.
    case stream(upTo: Int)

    /// The most bytes of a JSON body.
    public static let jsonLimit = 64 * 1024
}

/// How clients may cache the answer.
public enum Caching: Sendable {
    /// `Cache-Control: private, no-cache` and an `ETag`: one person's data, which a client revalidates each time.
    case tagged
    /// `Cache-Control: no-store`: secrets and changes.
    case noStore
    /// `Cache-Control: private, max-age=31536000, immutable`: content that never changes at its address.
    case immutable
}

/// An endpoint of the API, declared once. Routes, guards, the OpenAPI document and clients are derived from this value.
///
/// The initializer states the constraints on `Input` and `Output`, not the type: Swift searches every conformance in the program
/// when it makes a constrained generic type, which for two hundred endpoints took a fifth of the server's start.
public struct Endpoint<In: Sendable, Out: Sendable>: Sendable {
    /// The name in Swift, and the operation's id.
    public let name: String
    public let method: Method
    /// The path from the root, with parameters in braces: `/v1/users/{userID}`.
    public let path: String
    public let pathParameters: [String]
    public let who: Who
    /// The feature that the tenant must have enabled; nil where none is needed.
    public let feature: Feature?
    /// The HTTP status of a success.
    public let success: Int
    /// One line for readers of the documentation.
    public var summary: String { makeSummary() }
    /// Made on demand, since it may depend on what all areas bring, and the areas list this endpoint.
    private let makeSummary: @Sendable () -> String
    public let caching: Caching
    /// What the request's body is, where the method has one.
    public let body: RequestBody
    /// The media types of the answer's body: the answer has one of them.
    public let mediaTypes: [String]
    /// More text for readers of the documentation, where one line isn't enough.
    public let details: String?
    /// The problems of this endpoint in particular. The problems of its input and of its caller follow from those.
    public let errors: [Problem.Code]
    /// Whether sending the same request twice has the effect of sending it once, so that a client may retry it without an answer.
    public let isIdempotent: Bool
    /// Whether the answer may wait for a change, as a long poll (rule 13.9).
    public let mayWait: Bool
}

extension Endpoint: EndpointDeclaration where In: Input, Out: Codable {
    /// Declares an endpoint under `/v1`.
    package init(
        _ name: String, _ method: Method, _ path: String, _ who: Who, feature: Feature? = nil, body: RequestBody = .json,
        success: Int = 200, answering mediaTypes: [String] = ["application/json"], caching: Caching? = nil, errors: [Problem.Code] = [],
        isIdempotent: Bool? = nil, mayWait: Bool = false, summary: @escaping @autoclosure @Sendable () -> String, details: String? = nil
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
        self.mediaTypes = mediaTypes
        self.caching = caching ?? (method == .get ? .tagged : .noStore)
    }
}

/// An endpoint of any input and output, for lists of all endpoints.
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
}

extension EndpointDeclaration {
    /// The type of the input.
    var input: any Input.Type { In.self }
    /// Whether members that aren't in the path come in the query: the endpoint has no body, or its body is one content.
    public var hasQuery: Bool { !method.hasBody || body != .json }
    /// Whether the server streams the body.
    public var takesStream: Bool { if case .stream = body { method.hasBody } else { false } }
    /// The type of the output.
    var output: any (Codable & Sendable).Type { Out.self }
}

/// The endpoints, each declared in the file of its feature. `Contracts.all` gathers them.
public enum Endpoints {}

/// The answer without content: 204.
public struct NoContent: Codable, Sendable, Equatable {
    public init() {}
}

/// An answer that isn't JSON but content itself, such as a picture.
public struct Media: Codable, Sendable, Equatable {
    /// The value of the header `Content-Type`.
    public let type: String
    /// The bytes as the server sent them, unread.
    public let bytes: [UInt8]

    /// Makes an answer of bytes and their media type, as in the header `Content-Type`.
    public init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }
}

/// An answer that says whether this request created the thing: 201, or 200 where an earlier request did.
public protocol CreatedAnswer {
    /// False where an earlier request created the thing.
    var isNew: Bool { get }
}

/// An answer that may say when to ask again, in the header `Retry-After` alone.
public protocol RetryingAnswer {
    /// The number of seconds; nil without the header.
    var retryAfter: Int? { get }
}

/// A thing that this request created, or that the same request created before (200 instead of 201).
public struct Created<Value: Sendable>: CreatedAnswer, Sendable {
    /// The thing as it is now, also where an earlier request created it.
    public let value: Value
    public let isNew: Bool

    /// - Parameter isNew: false where an earlier request created it.
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
    /// On the wire the status alone says whether the thing is new. A decoder reads it from `CodingUserInfoKey.isNew`; true unless
    /// given.
    public init(from decoder: any Decoder) throws {
        self.init(try Value(from: decoder), isNew: decoder.userInfo[.isNew] as? Bool ?? true)
    }
}

extension Created: JSONWritable where Value: JSONWritable {
    package func write(to json: inout JSONOutput) { value.write(to: &json) }
}

extension CodingUserInfoKey {
    /// Whether the answer that is decoded came with 201.
    public static let isNew = CodingUserInfoKey(rawValue: "davenport.isNew")!  // Never nil: the failable initialiser has no failure.
    /// The seconds in the header `Retry-After` of an answer that isn't a problem.
    public static let retryAfter = CodingUserInfoKey(rawValue: "davenport.retryAfter")!  // Never nil, as above.
}
