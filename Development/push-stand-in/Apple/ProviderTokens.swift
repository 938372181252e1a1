import Foundation
import Secrets

/// Checks provider tokens as Apple does. A token must be signed with the team's key and at most an hour old, and a team
/// may change it at most once in 20 minutes.
struct ProviderTokens {
    /// A provider token whose signature is valid, or isn't checked because its team is unknown.
    struct Token {
        let team: String
        let key: String
        let issuedAt: Int
    }

    /// A team that the stand-in knows: an element of the list in the file `teams.json` of the stand-in's folder.
    private struct Team: Decodable {
        let team: String
        let key: String
        /// The public key in PEM.
        let publicKey: String
    }

    private struct Header: Decodable {
        let alg: String
        let kid: String
    }

    private struct Claims: Decodable {
        let iss: String
        let iat: Int
    }

    private static let oldest: TimeInterval = 60 * 60
    private static let renewalInterval: TimeInterval = 20 * 60
    /// The number of seconds by which the clock of the machine that made a token may be ahead of this machine's clock.
    private static let clockSkew: TimeInterval = 60

    /// The file with the known teams. It is read again for each token that the stand-in hasn't seen before.
    let teams: URL
    /// Whether tokens of unknown teams are accepted without checking their signatures.
    let takesAnyTeam: Bool
    private var seen: [String: Token] = [:]
    /// The last time at which a key's provider token changed, by team and key.
    private var renewals: [String: Date] = [:]

    init(teams: URL, takesAnyTeam: Bool) {
        (self.teams, self.takesAnyTeam) = (teams, takesAnyTeam)
    }

    /// Checks the token of a request.
    /// - Parameter authorization: the value of the header `authorization`; nil if it is missing.
    /// - Throws: the error with which Apple would refuse the token now.
    mutating func check(_ authorization: String?, now: Date = Date()) throws(PushAnswer) -> Token {
        guard let authorization else { throw PushAnswer(403, "MissingProviderToken") }
        let known = seen[authorization]
        let token = if let known { known } else { try parse(authorization) }
        let age = now.timeIntervalSince1970 - TimeInterval(token.issuedAt)
        if age > Self.oldest { throw PushAnswer(403, "ExpiredProviderToken") }
        if age < -Self.clockSkew { throw PushAnswer(403, "InvalidProviderToken") }
        if known == nil {
            try countRenewal(of: token, now)
            seen[authorization] = token
        }
        return token
    }

    private mutating func countRenewal(of token: Token, _ now: Date) throws(PushAnswer) {
        let name = "\(token.team)/\(token.key)"
        // The first token isn't a renewal.
        guard let last = renewals[name] else { return renewals[name] = .distantPast }
        if now.timeIntervalSince(last) < Self.renewalInterval { throw PushAnswer(429, "TooManyProviderTokenUpdates") }
        renewals[name] = now
    }

    private func parse(_ authorization: String) throws(PushAnswer) -> Token {
        guard authorization.lowercased().hasPrefix("bearer ") else { throw PushAnswer(403, "MissingProviderToken") }
        let text = authorization.dropFirst("bearer ".count)
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header: Header = Self.decode(parts[0]), let claims: Claims = Self.decode(parts[1]),
            header.alg == "ES256",
            let signature = Base64.url.decode(parts[2].utf8)
        else { throw PushAnswer(403, "InvalidProviderToken") }
        if let key = key(header.kid, of: claims.iss) {
            let signed = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
            guard key.verify(signature, of: signed) else { throw PushAnswer(403, "InvalidProviderToken") }
        } else if !takesAnyTeam {
            throw PushAnswer(403, "InvalidProviderToken")
        }
        return Token(team: claims.iss, key: header.kid, issuedAt: claims.iat)
    }

    /// Returns the public key of a team's push key; nil if the file doesn't have it, or if there is no file.
    private func key(_ id: String, of team: String) -> VerifyingKey? {
        let known = try? JSONDecoder().decode([Team].self, from: Data(contentsOf: teams))
        return known?.first { $0.team == team && $0.key == id }.flatMap { try? VerifyingKey(pem: $0.publicKey) }
    }

    private static func decode<T: Decodable>(_ part: Substring) -> T? {
        Base64.url.decode(part.utf8).flatMap { try? JSONDecoder().decode(T.self, from: Data($0)) }
    }
}
