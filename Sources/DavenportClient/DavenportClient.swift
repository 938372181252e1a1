import DavenportAPI
import Foundation

/// A client of a Davenport server, for one user or without a session.
///
/// Every endpoint is a function of the client with the same name as in `Endpoints`: `client.createRoom(NewRoom(…))`,
/// `client.showDashboard()`, `client.befriend(userID: id)`. These functions throw `APIError`, or `CancellationError` if
/// the task is cancelled.
///
/// If no answer arrives, or one that isn't Davenport's answer to this request (rule 10.16), the client sends a request
/// again, unless a repetition could do harm. It caches answers. When a
/// request is sent again later, it asks the server whether the cached answer has changed. Copies of a client share its
/// cache.
public struct DavenportClient: Sendable {
    /// The server's address, without `/v1`.
    public let baseURL: URL
    /// The slug of the community, for requests without a token. If it is nil, the server identifies the community by
    /// the host name in the URL.
    public let tenant: String?
    let sender: Sender
    let cache: AnswerCache
    let token: @Sendable () async throws -> String?

    /// Creates a client.
    /// - Parameters:
    ///   - baseURL: the server's address, without `/v1`: `https://sofa.example.org`.
    ///   - tenant: the slug of the community. It is needed only to sign up and log in, and only if the host name in the
    ///     URL doesn't identify the community.
    ///   - transport: sends the requests.
    ///   - retry: how often and when a request is retried.
    ///   - cache: caches answers; several clients may share one.
    ///   - token: returns the session's token. It is called before each request that needs one; nil if there is no
    ///     session.
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

    /// Returns a copy of the client for a session.
    /// - Parameter token: the token from signing up or logging in.
    public func authorized(by token: String) -> DavenportClient {
        DavenportClient(self) { token }
    }

    /// A copy of the client that never retries a request, for code that retries by itself.
    package var sendingOnce: DavenportClient {
        DavenportClient(self, sender: Sender(transport: sender.transport, policy: .never), token: token)
    }

    /// Returns the token that the next call would use; nil if there is no session.
    package func currentToken() async throws -> String? { try await token() }

    /// Calls an endpoint, with retries where they do no harm.
    /// - Parameters:
    ///   - input: the endpoint's input. If its id is optional and missing, the client chooses one, so that a retry
    ///     creates nothing twice. If an earlier attempt got no answer but has created the item, the result is a
    ///     `Created` that isn't new.
    ///   - credentials: e-mail address and password, for the endpoint that requires them.
    /// - Throws: `APIError`, `CancellationError`, or an error of the closure that returns the token.
    public func call<Declared: EndpointDeclaration>(
        _ endpoint: Declared, _ input: Declared.In, credentials: Credentials? = nil
    ) async throws -> Declared.Out {
        let authorization = try await authorization(for: endpoint.who, credentials)
        var request = try RequestWriter(baseURL: baseURL).request(for: endpoint, input)
        request.headers["authorization"] = authorization
        request.headers["davenport-tenant"] = tenant
        let reader = AnswerReader(endpoint: endpoint)
        if endpoint.takesStream || Declared.Out.self == Download.self { return try await stream(endpoint, input, request) }
        if endpoint.method == .get, endpoint.caching == .tagged { return try await current(request, reader) }
        let isRepeatable = endpoint.isIdempotent || input is any IdentifiedInput
        return try await sender.send(request, isRepeatable: isRepeatable) { attempt in
            try reader.answer(try await sender.transport.send(attempt.request), to: attempt)
        }
    }

    /// Calls an endpoint whose body or answer is a file, which is sent or received part by part. The answer isn't
    /// cached.
    private func stream<Declared: EndpointDeclaration>(
        _ endpoint: Declared, _ input: Declared.In, _ request: Transport.Request
    ) async throws -> Declared.Out {
        let (content, reader) = ((input as? any StreamInput)?.content, AnswerReader(endpoint: endpoint))
        return try await sender.send(request, isRepeatable: endpoint.isIdempotent) { attempt in
            let response = try await sender.transport.stream(attempt.request, content)
            if let file = reader.file(response, to: attempt) { return file }
            let body = Data(try await response.body.collected())
            return try reader.answer(.init(status: response.head.status, headers: response.head.headers, body: body), to: attempt)
        }
    }

    /// Returns the current answer to a request. If an answer is cached, it sends the request with the entity tag of
    /// this answer. If the server says that this answer is still current, it returns the cached answer. Otherwise it
    /// caches and returns the new one.
    private func current<Declared: EndpointDeclaration>(
        _ request: Transport.Request, _ reader: AnswerReader<Declared>
    ) async throws -> Declared.Out {
        let key = AnswerCache.Key(request)
        let kept = cache[key]
        var request = request
        request.headers["if-none-match"] = kept?.headers["etag"]
        do {
            return try await sender.send(request, isRepeatable: true) { attempt in
                let response = try await sender.transport.send(attempt.request)
                if response.status == 304, response.isEmpty, attempt.isAnswered(by: response), let answer = kept.flatMap(reader.content) {
                    return answer
                }
                let answer = try reader.answer(response, to: attempt)
                if response.headers["etag"] != nil { cache[key] = response }
                return answer
            }
        } catch let error as APIError where error.status == 401 {
            cache.removeAll(withTokenOf: key)
            throw error
        }
    }

    private func authorization(for who: Who, _ credentials: Credentials?) async throws -> String? {
        switch who {
        // The token's community takes precedence, so no token is sent if the client names a community.
        case .anyone: tenant == nil ? try await token().map { "Bearer \($0)" } : nil
        case .stranger: nil
        case .basic: credentials?.authorization
        case .key: nil
        case .user, .roles: try await token().map { "Bearer \($0)" }
        }
    }
}

/// E-mail address and password for logging in.
public struct Credentials: Sendable {
    public let email: String
    public let password: String

    /// Creates credentials. The client sends both texts unchanged and doesn't check them.
    public init(email: String, password: String) {
        self.email = email
        self.password = password
    }

    /// The value of the `Authorization` header in HTTP Basic authentication (RFC 7617).
    var authorization: String { "Basic " + Data("\(email):\(password)".utf8).base64EncodedString() }
}
