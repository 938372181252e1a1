/// The address of a push service, or of something there, in its parts. A text that another parser might read differently isn't
/// one.
public struct PushServiceAddress: Sendable, Equatable {
    public let host: String
    public let port: Int

    /// The address without a path, as VAPID names it.
    public var origin: String { port == 443 ? "https://\(host)" : "https://\(host):\(port)" }

    /// Parses an address; nil unless it is `https`, a host name in small letters, no user and no fragment.
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

/// The push services to which Davenport may send, and nothing else. Without this guard, a member or a file could make the worker
/// send requests to any machine that it reaches.
public struct PushServiceHosts: Sendable {
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
    public func address(of endpoint: String) -> PushServiceAddress? {
        guard let address = PushServiceAddress(endpoint) else { return nil }
        var name = address.host[...]
        while !name.isEmpty {
            if hosts.contains(Host(name: String(name), port: address.port)) { return address }
            guard let dot = name.firstIndex(of: ".") else { return nil }
            name = name[name.index(after: dot)...]
        }
        return nil
    }
}
