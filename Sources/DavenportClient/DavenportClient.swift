import DavenportAPI
import Foundation

/// Speaks to a Davenport server, as one person or as nobody yet.
///
/// Every endpoint is a function of it, named as in `Endpoints`: `client.createRoom(NewRoom(…))`, `client.showDashboard()`,
/// `client.befriend(userID: id)`. What goes wrong is thrown as an `APIError`, and a cancelled task as a `CancellationError`.
///
/// It repeats what was not heard, where repeating does no harm, and keeps answers that have not changed. Copies share what they keep.
public struct DavenportClient: Sendable {
    /// Where the server is, without `/v1`.
    public let baseURL: URL
    /// The slug of the community that is meant where there is no token; nil leaves it to the host.
    public let tenant: String?
    let sender: Sender
    let cache: AnswerCache
    let token: @Sendable () async throws -> String?

    /// - Parameters:
    ///   - baseURL: where the server is, without `/v1`: `https://sofa.example.org`.
    ///   - tenant: the slug of the community; needed only for signing up and logging in, where the host doesn't tell it.
    ///   - transport: carries the requests.
    ///   - retry: how often and when a request is sent again.
    ///   - cache: what keeps answers; one cache may serve several clients.
    ///   - token: the token of the session, asked for before each call that needs one; nil where nobody is logged in.
    public init(
        baseURL: URL, tenant: String? = nil, transport: Transport = .urlSession(), retry: RetryPolicy = RetryPolicy(),
        cache: AnswerCache = AnswerCache(), token: @escaping @Sendable () async throws -> String? = { nil }
    ) {
        self.baseURL = baseURL
        self.tenant = tenant
        self.sender = Sender(transport: transport, policy: retry)
        self.cache = cache
        self.token = token
    }

    private init(_ other: DavenportClient, sender: Sender? = nil, token: @escaping @Sendable () async throws -> String?) {
        baseURL = other.baseURL
        tenant = other.tenant
        self.sender = sender ?? other.sender
        cache = other.cache
        self.token = token
    }

    /// The same client for whom this token belongs to: what signing up and logging in answer.
    public func authorized(by token: String) -> DavenportClient {
        DavenportClient(self) { token }
    }

    /// The same client for who repeats requests themselves, after pauses of their own.
    package var sendingOnce: DavenportClient {
        DavenportClient(self, sender: Sender(transport: sender.transport, policy: .never), token: token)
    }

    /// The token that the next call would go with; nil where nobody is logged in.
    package func currentToken() async throws -> String? { try await token() }

    /// Calls an endpoint.
    /// - Parameters:
    ///   - input: what it takes; where it may choose an id and doesn't, one is chosen, so that repeating makes nothing twice. What an
    ///     unheard attempt has made is answered to the next as `Created` that is not new.
    ///   - credentials: e-mail and password, for the endpoint that asks for them.
    /// - Throws: `APIError`, `CancellationError`, or what the token's closure throws.
    public func call<Declared: EndpointDeclaration>(
        _ endpoint: Declared, _ input: Declared.In, credentials: Credentials? = nil
    ) async throws -> Declared.Out {
        let authorization = try await authorization(for: endpoint.who, credentials)
        var request = try RequestWriter(baseURL: baseURL).request(for: endpoint, input)
        request.headers["authorization"] = authorization
        request.headers["davenport-tenant"] = tenant
        let reader = AnswerReader(endpoint: endpoint)
        if endpoint.takesStream || Declared.Out.self == Download.self { return try await stream(endpoint, input, request) }
        guard endpoint.method == .get, endpoint.caching == .tagged else {
            let isRepeatable = endpoint.isIdempotent || input is any IdentifiedInput
            let sent = try await sender.send(request, isRepeatable: isRepeatable)
            return try reader.answer(sent.response, isRepeated: sent.isRepeated)
        }
        return try reader.answer(try await current(request))
    }

    /// Sends or takes a file, part by part. Such an answer isn't kept, but taken by whoever asked.
    private func stream<Declared: EndpointDeclaration>(
        _ endpoint: Declared, _ input: Declared.In, _ request: Transport.Request
    ) async throws -> Declared.Out {
        let content = (input as? any StreamInput)?.content
        let sent = try await sender.stream(request, content, isRepeatable: endpoint.isIdempotent)
        let (head, reader) = (sent.response.head, AnswerReader(endpoint: endpoint))
        if head.status == 200, let file = Download(sent.response) as? Declared.Out { return file }
        let body: [UInt8]
        do { body = try await sent.response.body.collected() } catch { throw APIError.transport(error) }
        let response = Transport.Response(status: head.status, headers: head.headers, body: Data(body))
        return try reader.answer(response, isRepeated: sent.isRepeated)
    }

    /// Asks whether a kept answer is still right, and keeps a new one.
    private func current(_ request: Transport.Request) async throws -> Transport.Response {
        let key = AnswerCache.Key(request)
        let kept = cache[key]
        var request = request
        request.headers["if-none-match"] = kept?.headers["etag"]
        let response = try await sender.send(request, isRepeatable: true).response
        if response.status == 304, let kept { return kept }
        if response.status == 200, response.headers["etag"] != nil { cache[key] = response }
        if response.status == 401 { cache.forget(whoAsked: key) }
        return response
    }

    private func authorization(for who: Who, _ credentials: Credentials?) async throws -> String? {
        switch who {
        // A token's community wins over any other, so none is sent where one is named.
        case .anyone: tenant == nil ? try await token().map { "Bearer \($0)" } : nil
        case .basic: credentials?.authorization
        case .user, .roles: try await token().map { "Bearer \($0)" }
        }
    }
}

/// E-mail address and password, to log in with.
public struct Credentials: Sendable {
    public let email: String
    public let password: String

    /// Takes both as they are.
    public init(email: String, password: String) {
        self.email = email
        self.password = password
    }

    /// As HTTP Basic has it (RFC 7617).
    var authorization: String { "Basic " + Data("\(email):\(password)".utf8).base64EncodedString() }
}
