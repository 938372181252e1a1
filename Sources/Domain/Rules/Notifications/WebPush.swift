import DavenportAPI
import Foundation
import Secrets

/// A browser's subscription at its maker's push service.
public struct WebPushSubscription: Sendable, Equatable {
    /// The address at which the push service takes messages for the browser. It is secret: a sender with it and the keys
    /// reaches the browser.
    public let endpoint: String
    /// The browser's public key, 65 bytes.
    public let p256dh: [UInt8]
    /// The browser's secret, 16 bytes.
    public let auth: [UInt8]

    public init(endpoint: String, p256dh: [UInt8], auth: [UInt8]) {
        self.endpoint = endpoint
        self.p256dh = p256dh
        self.auth = auth
    }

    /// The device token of the subscription, which identifies its row.
    public var token: String { Digest.sha256(endpoint.utf8).hexadecimal }
}

/// The address of a subscription in its parts. A text that another parser might read differently isn't one.
public struct WebPushAddress: Sendable, Equatable {
    public let host: String
    public let port: Int

    /// The address as VAPID names it, without a path.
    public var origin: String { port == 443 ? "https://\(host)" : "https://\(host):\(port)" }

    /// Parses an endpoint; nil unless it is `https`, a host name in small letters, no user and no fragment.
    public init?(_ endpoint: String) {
        let (scheme, text) = ("https://", endpoint.utf8)
        guard text.count <= 2000, text.starts(with: scheme.utf8) else { return nil }
        let rest = text.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        guard rest.dropFirst(authority.count).allSatisfy(Self.isOfPath) else { return nil }
        let parts = authority.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard let name = parts.first, parts.count <= 2, Self.isHost(name) else { return nil }
        host = String(decoding: name, as: UTF8.self)
        guard let digits = parts.dropFirst().first else {
            port = 443
            return
        }
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), digits.first != UInt8(ascii: "0"),
            let number = UInt16(String(decoding: digits, as: UTF8.self))
        else { return nil }
        port = Int(number)
    }

    /// Whether a text is a host name. The last label must begin with a letter, so no spelling of a numeric address is one.
    private static func isHost(_ name: some Collection<UInt8>) -> Bool {
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            label.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") }
                && !label.isEmpty && label.first != UInt8(ascii: "-") && Array(label).last != UInt8(ascii: "-")
        } && labels.last?.first.map(isLetter) == true
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    /// Whether a path or a query may contain a character (RFC 3986).
    private static func isOfPath(_ byte: UInt8) -> Bool { path.contains(byte) }

    private static let path = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@%/?".utf8)
}

/// The push services to which Davenport may send, and nothing else. Without this guard, a member could make the worker
/// send requests to any machine that it reaches.
public struct WebPushHosts: Sendable {
    /// The push services of today's browsers.
    public static let usual = [
        "fcm.googleapis.com", "jmt17.google.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com",
    ]

    private struct Host: Hashable {
        let name: String
        let port: Int
    }

    private let hosts: Set<Host>

    /// Creates the guard.
    /// - Parameter hosts: the hosts, each also with all hosts below it. A host with a port, such as `localhost:8443`, is
    ///   allowed at that port alone, every other one at 443 alone.
    public init(_ hosts: [String] = usual) {
        self.hosts = Set(
            hosts.map { host in
                let parts = host.split(separator: ":")
                return Host(name: String(parts.first ?? ""), port: parts.dropFirst().first.flatMap { Int($0) } ?? 443)
            })
    }

    /// Returns the parts of an endpoint; nil if it isn't one of these services.
    public func address(of endpoint: String) -> WebPushAddress? {
        guard let address = WebPushAddress(endpoint) else { return nil }
        var name = address.host[...]
        while !name.isEmpty {
            if hosts.contains(Host(name: String(name), port: address.port)) { return address }
            guard let dot = name.firstIndex(of: ".") else { return nil }
            name = name[name.index(after: dot)...]
        }
        return nil
    }
}

/// A tenant's key for browsers, encrypted as the database stores it.
struct SealedWebPushKey: Sendable {
    let tenantID: UUID
    let id: UUID
    let envelope: Envelope

    /// The text to which the encryption of the key is bound, so that it can't be decrypted in another row.
    var place: String { Self.place(of: id, in: tenantID) }

    /// Returns the text to which the encryption of a key is bound. It must never change, because stored keys couldn't be
    /// decrypted any more.
    static func place(of id: UUID, in tenantID: UUID) -> String { "web push key \(id.lowercased) of tenant \(tenantID.lowercased)" }
}
