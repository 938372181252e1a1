import DavenportAPI
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import UntrustedText

/// Identifies the caller in the way that the endpoint's `who` requires, and applies the endpoint's guards.
///
/// If an endpoint requires a user, a request with missing or invalid credentials gets 401 before any tenant is looked
/// up.
struct Authentication {
    let who: Who
    let guards: Guards
    let authenticate: Authenticate
    let resolveTenant: ResolveTenant
    let addresses: ClientAddresses
    /// Limits the bodies in flight per session.
    let bodies: RequestLimiter
    /// Limits the requests in flight per user.
    let limiter: RequestLimiter
    /// Whether the limit per user applies to the whole answer. It is false for long polls, which would occupy a place
    /// while they wait.
    let isLimited: Bool

    /// Authenticates a request and answers it.
    /// - Parameters:
    ///   - read: reads the request's body, before the limit per user applies.
    ///   - answer: answers the authenticated sender. For a caller with a session it may run twice; see `Authenticate`.
    func callAsFunction<Answer>(
        _ request: Request, _ context: DavenportContext, reading read: () async throws -> Void,
        _ answer: (any Principal) async throws -> Answer
    ) async throws -> Answer {
        let address = addresses.address(of: request.headers, peer: context.peer)
        let trace = context.trace
        switch who {
        case .anyone:
            let visitor = try await visitor(request, address)
            trace?.note(visitor)
            try guards.admit(visitor.tenant)
            return try await answer(visitor)
        case .basic:
            guard let (email, password) = Self.basic(request) else { throw Problem(.invalidCredentials) }
            let visitor = try await visitor(request, address)
            trace?.note(visitor)
            try guards.admit(visitor.tenant)
            return try await answer(Applicant(visitor, email: email, password: password))
        case .user, .roles:
            guard let token = Self.token(of: request) else { throw Problem(.unauthenticated) }
            return try await authenticate(token: token, from: address) { caller in
                trace?.note(caller)
                try guards.admit(caller)
                // A limit per session, so that a session that has ended without this server's knowledge can't delay
                // the user's other sessions by slow bodies.
                try await bodies.take(caller.sessionID) { _ in try await read() }
                guard isLimited else { return try await answer(caller) }
                return try await limiter.take(caller.userID) { waited in
                    var caller = caller
                    caller.request.waited = waited
                    return try await answer(caller)
                }
            }
        }
    }

    /// Finds the tenant of a request without a user. A valid token's tenant overrides header and host (rules 1). An
    /// invalid token is ignored.
    private func visitor(_ request: Request, _ address: ClientAddress) async throws -> Visitor {
        if let token = Self.token(of: request) {
            do {
                return Visitor(try await authenticate(token: token, from: address))
            } catch let problem as Problem where problem.code == .unauthenticated {}
        }
        return try await resolveTenant(slug: request.headers[.davenportTenant], host: request.hostName, from: address)
    }

    /// Returns the token of the header `Authorization`, or else the one in a browser's cookie.
    private static func token(of request: Request) -> String? {
        credentials(request, scheme: "bearer") ?? SessionCookie.token(of: request)
    }

    /// Parses the credentials of Basic authentication. It splits bytes, because a password may begin with a character
    /// that combines with the colon before it. Texts that are slow to normalise count as no credentials.
    private static func basic(_ request: Request) -> (email: String, password: String)? {
        guard let encoded = credentials(request, scheme: "basic"), let data = Data(base64Encoded: encoded),
            let colon = data.firstIndex(of: UInt8(ascii: ":")), let email = String(validating: data[..<colon], as: UTF8.self),
            let password = String(validating: data[colon...].dropFirst(), as: UTF8.self), email.isStreamSafe, password.isStreamSafe
        else { return nil }
        return (email, password)
    }

    /// Returns the credentials that follow the scheme in the header `Authorization`; nil for another scheme. The
    /// scheme's case, which is one bit of a letter, doesn't matter.
    private static func credentials(_ request: Request, scheme: String) -> String? {
        guard let header = request.headers[.authorization]?.utf8, let space = header.firstIndex(of: UInt8(ascii: " ")),
            header[..<space].elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 })
        else { return nil }
        return String(Substring(header[space...].drop { $0 == UInt8(ascii: " ") }))
    }
}

extension Request {
    /// The host without its port. An IPv6 address keeps its brackets.
    var hostName: String? { hostAndPort?.host }

    /// The host, and the port if the request names one.
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
