import Foundation
import WebAuthn

/// The host for which a community's passkeys are made (rule 27.6).
struct PasskeyHost: Sendable {
    /// The host's name without its port: WebAuthn's id of the relying party.
    let name: String
    /// The origins of the pages that may ask for signatures, as browsers write them.
    let origins: [String]

    /// Finds the host: the request's host if it is one of the community's, otherwise the community's first host. For a community without
    /// hosts, it is the request's host, or else that of `PUBLIC_URL`. The result is nil if no such host has a name: passkeys can't be
    /// made for an IP address.
    /// - Parameters:
    ///   - authority: the request's host, with its port if it names one.
    ///   - hosts: the community's hosts.
    init?(authority: String?, hosts: [String], publicOrigin: WebOrigin?) {
        let asked = authority.map(Self.split)
        if let asked, hosts.contains(asked.host), Self.isDomain(asked.host) {
            self.init(host: asked.host, port: asked.port)
        } else if let first = hosts.first(where: { Self.isDomain($0) && !Self.isLoopback($0) }) {
            self.init(host: first, port: nil)
        } else if let asked, Self.isDomain(asked.host) {
            self.init(host: asked.host, port: asked.port)
        } else if let publicOrigin, let authority = publicOrigin.text.split(separator: "/").last {
            let host = Self.split(String(authority)).host
            guard Self.isDomain(host) else { return nil }
            self.init(name: host, origins: [publicOrigin.text])
        } else {
            return nil
        }
    }

    private init(name: String, origins: [String]) {
        (self.name, self.origins) = (name, origins)
    }

    /// Makes the origins of a host. Browsers leave out the usual port of a scheme. A page without TLS counts only if the host is this
    /// machine, such as `localhost`.
    private init(host: String, port: String?) {
        let schemes = Self.isLoopback(host) ? [("http", "80"), ("https", "443")] : [("https", "443")]
        self.init(
            name: host,
            origins: schemes.map { scheme, usual in
                let suffix = port == nil || port == usual ? "" : ":\(port ?? "")"
                return "\(scheme)://\(host)\(suffix)"
            })
    }

    /// What WebAuthn's verification compares signatures with.
    /// - Parameter apps: the community's apps. Those for Android name themselves as origins; those for Apple's devices name the host.
    func relyingParty(_ apps: [CommunityApp]) -> RelyingParty {
        RelyingParty(id: name, origins: origins + apps.compactMap(\.origin))
    }

    private static func split(_ authority: String) -> (host: String, port: String?) {
        let parts = authority.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let port = parts.count > 1 && !parts[1].isEmpty ? String(Substring(parts[1])) : nil
        return (TenantHosts.name(parts.first.map { String(Substring($0)) } ?? ""), port)
    }

    /// Whether a host is a name, for which passkeys can be made, rather than an address.
    private static func isDomain(_ host: String) -> Bool {
        host.wholeMatch(of: /[a-z0-9._-]{1,253}/) != nil && host.wholeMatch(of: /[0-9.]+/) == nil
    }

    private static func isLoopback(_ host: String) -> Bool { host == "localhost" || host.hasSuffix(".localhost") }
}
