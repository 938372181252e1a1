import DavenportAPI
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import UntrustedText

/// Identifies the sender of a request as the endpoint requires: anybody, a person with a password, a user with a
/// session, or a program with a key. Then checks the role and the feature that the endpoint requires.
///
/// If an endpoint requires a user, a request with missing or invalid credentials gets 401 before any tenant is looked
/// up.
struct Authentication {
    let who: Who
    let guards: Guards
    let useCases: UseCases
    let addresses: ClientAddresses
    /// Limits how many request bodies of one session are read at once.
    let bodies: RequestLimiter
    /// Limits how many requests of one user are answered at once.
    let limiter: RequestLimiter
    /// Whether the limit of a user's concurrent requests applies until the request is answered. It is false for long
    /// polls, which would use up the limit while they wait.
    let isLimited: Bool

    /// Authenticates a request and answers it.
    /// - Parameters:
    ///   - read: reads the request's body, unless it has been read. It runs before the limit of a user's concurrent
    ///     requests applies.
    ///   - answer: answers the authenticated sender. If the cached caller of a session turns out to be wrong, nothing of
    ///     the answer took effect in the database, and `read` and `answer` run again for the right caller.
    func callAsFunction<Answer>(
        _ request: Request, _ context: DavenportContext, reading read: () async throws -> Void,
        _ answer: (any Principal) async throws -> Answer
    ) async throws -> Answer {
        let (address, trace) = (addresses.address(of: request.headers, peer: context.peer), context.trace)
        switch who {
        case .stranger: return try await answer(Stranger(address: address))
        case .anyone:
            let visitor = try await visitor(request, address)
            trace?.setAsker(visitor)
            try guards.admit(visitor.tenant)
            return try await answer(visitor)
        case .basic:
            guard let (email, password) = Self.basic(request) else { throw Problem(.invalidCredentials) }
            let visitor = try await visitor(request, address)
            trace?.setAsker(visitor)
            try guards.admit(visitor.tenant)
            return try await answer(Applicant(visitor, email: email, password: password))
        case .key(let purpose):
            let holder = try await useCases.authenticateKey(secret: context.parameters.get("secret"), for: purpose, from: address)
            trace?.setAsker(holder)
            try guards.admit(holder.tenant)
            return try await limited(holder, of: holder.userID, by: holder.keyID, reading: read, answer)
        case .user, .roles:
            return try await Self.first(of: Self.tokens(of: request)) { token in
                try await useCases.authenticate(token: token, from: address) { caller in
                    trace?.setAsker(caller)
                    try SessionCookie.requireUser(caller.userID, expectedBy: request)
                    try guards.admit(caller)
                    return try await limited(caller, of: caller.userID, by: caller.sessionID, reading: read, answer)
                }
            }
        }
    }

    /// Runs the work with the first token that is valid. Without a token it throws `unauthenticated`. If no token is valid, it throws the
    /// error of the last one.
    private static func first<Answer>(of tokens: [String], _ work: (String) async throws -> Answer) async throws -> Answer {
        for token in tokens.dropLast() {
            do {
                return try await work(token)
            } catch let problem as Problem where [.unauthenticated, .tenantNotFound].contains(problem.code) {}
        }
        guard let last = tokens.last else { throw Problem(.unauthenticated) }
        return try await work(last)
    }

    /// Reads the body and answers the sender within the limits of concurrent requests.
    /// - Parameter credentialID: the session or the key of the request. Bodies have a limit for each, so that a session
    ///   that has ended without this server's knowledge can't delay the user's other sessions by slow bodies.
    private func limited<Answer>(
        _ sender: some Principal, of userID: UUID, by credentialID: UUID, reading read: () async throws -> Void,
        _ answer: (any Principal) async throws -> Answer
    ) async throws -> Answer {
        try await bodies.take(credentialID) { _ in try await read() }
        guard isLimited else { return try await answer(sender) }
        return try await limiter.take(userID) { waited in
            var sender = sender
            sender.request.waited = waited
            return try await answer(sender)
        }
    }

    /// Finds the tenant of a request that needs no session. A valid token names the tenant and takes precedence over
    /// the header and the URL's host name (rules 1). An invalid token is ignored.
    private func visitor(_ request: Request, _ address: ClientAddress) async throws -> Visitor {
        let tokens = Self.tokens(of: request)
        if !tokens.isEmpty {
            do {
                return Visitor(try await Self.first(of: tokens) { try await useCases.authenticate(token: $0, from: address) })
            } catch let problem as Problem where problem.code == .unauthenticated {}
        }
        return try await useCases.resolveTenant(slug: request.headers[.davenportTenant], host: request.hostName, from: address)
    }

    /// Returns the session token in the header `Authorization`, or else those in a browser's cookies.
    private static func tokens(of request: Request) -> [String] {
        credentials(request, scheme: "bearer").map { [$0] } ?? SessionCookie.tokens(of: request)
    }

    /// Parses the e-mail address and password of HTTP Basic authentication. It splits the text by bytes, because a
    /// password may begin with a character that combines with the colon before it. The result is nil for a text that is
    /// slow to normalise.
    private static func basic(_ request: Request) -> (email: String, password: String)? {
        guard let encoded = credentials(request, scheme: "basic"), let data = Data(base64Encoded: encoded),
            let colon = data.firstIndex(of: UInt8(ascii: ":")), let email = String(validating: data[..<colon], as: UTF8.self),
            let password = String(validating: data[colon...].dropFirst(), as: UTF8.self), email.isStreamSafe, password.isStreamSafe
        else { return nil }
        return (email, password)
    }

    /// Returns the part of the header `Authorization` after the scheme, such as `Bearer`; nil for another scheme. The
    /// scheme's case doesn't matter: the case of a letter is one bit, which the comparison ignores.
    private static func credentials(_ request: Request, scheme: String) -> String? {
        guard let header = request.headers[.authorization]?.utf8, let space = header.firstIndex(of: UInt8(ascii: " ")),
            header[..<space].elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 })
        else { return nil }
        return String(Substring(header[space...].drop { $0 == UInt8(ascii: " ") }))
    }
}

/// The conditions that an endpoint sets for its caller and the caller's tenant: a role and a feature.
struct Guards {
    /// The roles that may call the endpoint; nil if every role may.
    private let roles: Set<Role>?
    /// The feature that the tenant must have enabled; nil if the endpoint requires none.
    private let feature: Feature?

    init(of endpoint: some EndpointDeclaration) {
        if case .roles(let roles) = endpoint.who { self.roles = roles } else { roles = nil }
        feature = endpoint.feature
    }

    /// Checks that the caller's role may call the endpoint and that the tenant has the endpoint's feature.
    /// - Throws: the problem `forbidden` or `featureOff`.
    func admit(_ caller: Caller) throws {
        if let roles, !roles.contains(caller.role) { throw Problem(.forbidden) }
        try admit(caller.tenant)
    }

    /// Checks that the tenant has the endpoint's feature.
    /// - Throws: the problem `featureOff`.
    func admit(_ tenant: Tenant) throws {
        if let feature, !tenant.features.contains(feature) { throw Problem(.featureOff) }
    }
}

extension Request {
    /// The host name in the request's URL, without the port. An IPv6 address keeps its brackets.
    var hostName: String? { hostAndPort?.host }

    /// The host name in the request's URL, and the port if the URL has one.
    var hostAndPort: (host: String, port: String?)? {
        head.authority.map { authority in
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")) else { return (authority, nil) }
            let port = authority.utf8[colon...].dropFirst()
            guard port.allSatisfy({ digits.contains($0) }) else { return (authority, nil) }
            return (String(Substring(authority.utf8[..<colon])), port.isEmpty ? nil : String(Substring(port)))
        }
    }
}
