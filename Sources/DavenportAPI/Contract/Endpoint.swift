/// The methods that the API uses.
public enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether what isn't in the path comes as a body; otherwise it comes as the query.
    public var hasBody: Bool { self == .post || self == .put || self == .patch }
}

/// Who may call an endpoint. Credentials and role guards are derived from it.
public enum Who: Sendable, Equatable {
    /// Anybody; only the tenant is looked for.
    case anyone
    /// HTTP Basic with e-mail and password.
    case basic
    /// Any signed-in member.
    case user
    /// Members with one of these roles.
    case roles(Set<Role>)
}

/// What a request's body is, where its method has one.
public enum RequestBody: Sendable, Equatable {
    /// An object of JSON, at most 64 KiB. Its fields are the input's.
    case json
    /// The thing itself, such as a picture: of one of these media types, at most so many bytes. The input has it as `Fields.content`.
    case bytes(of: [String], upTo: Int)
    /// Bytes of any kind, at most so many, in the header `Content-Length` told before: they go through as they come. The input has them as
    /// `Fields.stream`.
    case stream(upTo: Int)

    /// How many bytes a body of JSON may have.
    public static let jsonLimit = 64 * 1024
}

/// What the answer says about keeping it.
public enum Caching: Sendable {
    /// `Cache-Control: private, no-cache` and an `ETag`: one person's data, asked again each time, sent again only when changed.
    case tagged
    /// `Cache-Control: no-store`: secrets and changes.
    case noStore
    /// `Cache-Control: private, max-age=31536000, immutable`: what never changes at its address, for who may have it.
    case immutable
}

/// One endpoint of the API, declared once: routes, guards, documents and clients are derived from this value.
///
/// What it is of is required where it is made, not where it stands: Swift looks for each conformance that a generic type demands when the
/// program makes the type, among all that there are, and two hundred endpoints took a fifth of the server's start.
public struct Endpoint<In: Sendable, Out: Sendable>: Sendable {
    /// The name in Swift, and the operation's id.
    public let name: String
    public let method: Method
    /// The path from the root, its parameters in braces: `/v1/users/{userID}`.
    public let path: String
    public let pathParameters: [String]
    public let who: Who
    /// The feature that a tenant must have enabled, if it needs one.
    public let feature: Feature?
    /// The status of a success.
    public let success: Int
    /// One line for people who read the documentation.
    public var summary: String { makeSummary() }
    /// Made when it is asked for: it may tell of what all areas bring, whose list holds this endpoint.
    private let makeSummary: @Sendable () -> String
    public let caching: Caching
    /// What the request's body is, where the method has one.
    public let body: RequestBody
    /// What the answer's body is of: one of these.
    public let mediaTypes: [String]
    /// More for people who read the documentation, where one line doesn't do.
    public let details: String?
    /// What can go wrong here in particular; what can go wrong for what it takes and who may call it is known from that.
    public let errors: [Problem.Code]
    /// Whether the same request sent twice does what it does once, so that a client that heard no answer may send it again.
    public let isIdempotent: Bool
}

extension Endpoint: EndpointDeclaration where In: Input, Out: Codable {
    /// Declares an endpoint under `/v1`.
    package init(
        _ name: String, _ method: Method, _ path: String, _ who: Who, feature: Feature? = nil, body: RequestBody = .json,
        success: Int = 200, answering mediaTypes: [String] = ["application/json"], caching: Caching? = nil, errors: [Problem.Code] = [],
        isIdempotent: Bool? = nil, summary: @escaping @autoclosure @Sendable () -> String, details: String? = nil
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
        self.mediaTypes = mediaTypes
        self.caching = caching ?? (method == .get ? .tagged : .noStore)
    }
}

/// An endpoint whatever it takes and answers, for lists of all.
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
}

extension EndpointDeclaration {
    /// What it takes.
    var input: any Input.Type { In.self }
    /// Whether what isn't in the path comes as the query: where there is no body, or the body is one thing itself.
    public var hasQuery: Bool { !method.hasBody || body != .json }
    /// Whether its body goes through as it comes.
    public var takesStream: Bool { if case .stream = body { method.hasBody } else { false } }
    /// Whether its answer may wait for something.
    public var mayWait: Bool { In.mayWait }
    /// What it answers.
    var output: any (Codable & Sendable).Type { Out.self }
}

/// The endpoints, each declared in the file of its feature. `Contracts.all` gathers them.
public enum Endpoints {}

/// The answer of an endpoint that has nothing to say: 204.
public struct NoContent: Codable, Sendable, Equatable {
    public init() {}
}

/// The answer of an endpoint that answers no JSON but the thing itself, such as a picture.
public struct Media: Codable, Sendable, Equatable {
    /// As in the header `Content-Type`.
    public let type: String
    /// As the server answered them; what they hold isn't looked at.
    public let bytes: [UInt8]

    /// The thing itself with what kind it is, as in the header `Content-Type`.
    public init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }
}

/// An answer that says whether this request has made it: 201, or 200 where an earlier one had.
public protocol CreatedAnswer {
    /// False where an earlier request had made it already.
    var isNew: Bool { get }
}

/// An answer that may say when it is worth asking again, in the header `Retry-After` alone.
public protocol RetryingAnswer {
    /// In seconds; nil where nothing is said.
    var retryAfter: Int? { get }
}

/// Something made by this request, or found because the same request made it before (200 instead of 201).
public struct Created<Value: Sendable>: CreatedAnswer, Sendable {
    /// As it is now, also where an earlier request had made it.
    public let value: Value
    public let isNew: Bool

    /// - Parameter isNew: false where an earlier request had made it.
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
    /// On the wire the status alone says whether it is new: who decodes tells it by `CodingUserInfoKey.isNew`, true unless given.
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
    /// What the header `Retry-After` says in seconds, of an answer that isn't a problem.
    public static let retryAfter = CodingUserInfoKey(rawValue: "davenport.retryAfter")!  // Never nil, as above.
}
