import Foundation

/// A mail server to which mails are handed over: the setting `SMTP_URL`.
public struct MailServer: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How the connection is encrypted.
    public enum Encryption: Sendable, Equatable {
        /// TLS from the first byte, `smtps://`.
        case tls
        /// TLS after the command STARTTLS, without which nothing is sent: `smtp://`.
        case startTLS
        /// None, for a server on this machine: `smtp://localhost`.
        case none
    }

    /// A user with a password.
    struct Login: Sendable, Equatable {
        let user: String
        let password: String
    }

    /// A name, an IPv4 address, or an IPv6 address without brackets.
    public let host: String
    public let port: Int
    public let encryption: Encryption
    let login: Login?

    /// Parses `smtps://user:password@host:465` or `smtp://host:587`. User and password are percent-encoded, or left out.
    /// - Throws: `MailSettingError`, which names the setting and doesn't contain the password.
    public init(_ url: String) throws(MailSettingError) {
        guard let scheme = url.firstMatch(of: /^(smtps?):\/\//.ignoresCase()) else {
            throw MailSettingError("SMTP_URL must begin with smtps:// or smtp://, as smtps://user:password@smtp.example.org:465")
        }
        let isTLS = scheme.1.lowercased() == "smtps"
        var place = url[scheme.range.upperBound...]
        // The last one, because a password may contain others.
        if let end = place.lastIndex(of: "@") {
            login = try Self.login(place[..<end])
            place = place[place.index(after: end)...]
        } else {
            login = nil
        }
        guard let match = place.wholeMatch(of: /(?:([A-Za-z0-9.\-]+)|\[([0-9A-Fa-f:.]+)\])(?::([0-9]{1,5}))?\/?/),
            let host = match.1 ?? match.2, let port = Int(match.3 ?? (isTLS ? "465" : "587")), (1...65535).contains(port)
        else {
            throw MailSettingError("SMTP_URL must have a host and a port behind the user, as smtps://user:password@smtp.example.org:465")
        }
        (self.host, self.port) = (String(host), port)
        encryption = isTLS ? .tls : Self.isLoopback(self.host) ? .none : .startTLS
    }

    private static func login(_ text: Substring) throws(MailSettingError) -> Login {
        let parts = text.split(separator: ":", maxSplits: 1).map { String($0).removingPercentEncoding }
        guard parts.count == 2, let user = parts[0], let password = parts[1], text.first != ":",
            !(user + password).unicodeScalars.contains(where: \.isControl)
        else {
            throw MailSettingError("SMTP_URL must have user:password before the @, with each % in them written as %25")
        }
        return Login(user: user, password: password)
    }

    /// Whether a host is this machine, written in a form that needs no name server.
    private static func isLoopback(_ host: String) -> Bool {
        let isIPv4 = host.wholeMatch(of: /127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}/) != nil
        return isIPv4 || host.lowercased() == "localhost" || host == "::1"
    }

    /// Whether the server gets a user and a password.
    public var hasLogin: Bool { login != nil }

    /// The URL without user and password.
    public var description: String {
        "\(encryption == .tls ? "smtps" : "smtp")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}
