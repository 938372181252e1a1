import DavenportAPI
import Foundation
import HTTPTypes
import Hummingbird

/// The cookie in which a browser keeps a session's token, out of reach of every script (rules 16).
///
/// The server accepts the cookie only in requests that a page of the same origin sends. So no other site can act or
/// read as the user, not even another community under the same domain.
struct SessionCookie {
    private let name: String
    private let isSecure: Bool

    /// - Parameter request: the HTTP request. The host name in its URL decides the cookie's name.
    init(of request: Request) {
        let (host, port) = request.hostAndPort ?? ("", nil)
        isSecure = !Self.isLoopback(host)
        // A cookie is sent to all ports of a host, and several servers may run on one machine. A browser keeps a
        // `__Host-` cookie only if it is secure and of this host alone.
        name = isSecure ? "__Host-davenport" : "davenport-\(port ?? "80")"
    }

    /// Whether the request asks the server to put the token of its new session into a cookie.
    static func isWanted(by request: Request) -> Bool { request.headers[values: .davenportSession] == ["cookie"] }

    /// Whether the browser keeps what it stores for this site when the session ends. A page asks for this if unsent texts of another user
    /// of this browser are stored there (rule 16.7).
    static func keepsStorage(_ request: Request) -> Bool { request.headers[values: .davenportStorage] == ["keep"] }

    /// Refuses a request that asks for a session in a cookie but doesn't come from a page of this server.
    /// - Throws: the problem `crossOrigin`.
    static func admit(_ request: Request) throws {
        if isWanted(by: request), !isSameOrigin(request) { throw Problem(.crossOrigin) }
    }

    /// Refuses a request of a page that expects another user's session (rule 16.6). The browser has one cookie for all its tabs: when
    /// somebody else signs in, a request of another tab would act as them.
    /// - Throws: the problem `otherUser`.
    static func requireUser(_ userID: UUID, expectedBy request: Request) throws {
        if let expected = request.headers[.davenportUser], UUID(uuidString: expected) != userID { throw Problem(.otherUser) }
    }

    /// Returns the session tokens in the request's cookies, in their order: usually one or none. It returns none if no page
    /// of the same origin sent the request.
    ///
    /// A page of another port of a loopback host can add a cookie of the same name for some path. So the first one that is
    /// valid counts. A `__Host-` cookie has one path alone, and no page without TLS can set one, so there is never a second.
    static func tokens(of request: Request) -> [String] {
        guard isSameOrigin(request), !request.headers.contains(.authorization) else { return [] }
        return sent(by: request)
    }

    /// Whether the browser has sent a session's cookie, whichever page led to the request. That says nothing about whose session it is.
    static func isSent(by request: Request) -> Bool { !sent(by: request).isEmpty }

    private static func sent(by request: Request) -> [String] {
        let name = SessionCookie(of: request).name
        let pairs = request.headers[values: .cookie].lazy.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
        return Array(pairs.compactMap { value(of: $0.trimmed, name) }.prefix(limit))
    }

    /// The most cookies of the same name that are tried. Each of them can cost a query.
    private static let limit = 4

    private static func value(of pair: Substring.UTF8View.SubSequence, _ name: String) -> String? {
        guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<sign].elementsEqual(name.utf8) else { return nil }
        return String(Substring(pair[pair.index(after: sign)...]))
    }

    /// Returns the value of `Set-Cookie` with which the browser keeps the token.
    func keeping(_ signedIn: SignedIn) -> String {
        let session = signedIn.session
        return header(signedIn.token, seconds: Int(session.expiresAt.timeIntervalSince(session.createdAt)))
    }

    /// The value of `Set-Cookie` with which the browser forgets the token.
    var expired: String { header("", seconds: 0) }

    private func header(_ value: String, seconds: Int) -> String {
        "\(name)=\(value); HttpOnly; \(isSecure ? "Secure; " : "")SameSite=Strict; Path=/; Max-Age=\(seconds)"
    }

    /// Whether a page of the same origin sent the request, as its header `Sec-Fetch-Site` says. Browsers set this
    /// header, and scripts can't.
    private static func isSameOrigin(_ request: Request) -> Bool { request.headers[values: .fetchSite] == ["same-origin"] }

    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        return ["localhost", "127.0.0.1", "[::1]"].contains(host) || host.hasSuffix(".localhost")
    }
}

extension HTTPFields {
    /// Adapts the headers of a response with status 401 to browsers. If the request had the cookie of a session that is over, the
    /// response makes the browser forget it. If a browser's page sent the request, the response doesn't offer `Basic`, for which browsers
    /// open a dialog of their own, even for a page of another port.
    /// - Parameter endsSession: whether the session is over. It isn't if the page only expected another user's session.
    mutating func fitUnauthorized(to request: Request, endsSession: Bool) {
        if endsSession, !SessionCookie.tokens(of: request).isEmpty { self[.setCookie] = SessionCookie(of: request).expired }
        if SessionCookie.isWanted(by: request) || request.headers[.fetchSite] != nil { self[.wwwAuthenticate] = "Bearer" }
    }
}

extension HTTPField.Name {
    static let davenportSession = Self("Davenport-Session")!  // A constant that is a valid name.
    fileprivate static let davenportUser = Self("Davenport-User")!  // A constant that is a valid name.
    static let davenportStorage = Self("Davenport-Storage")!  // A constant that is a valid name.
    static let clearSiteData = Self("Clear-Site-Data")!  // A constant that is a valid name.
    fileprivate static let fetchSite = Self("Sec-Fetch-Site")!  // A constant that is a valid name.
}
