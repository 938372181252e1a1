import Domain
import Foundation
import Secrets
import UntrustedText

/// Asks Google for the access tokens of service accounts (RFC 7523).
struct GoogleTokens: TokenIssuer {
    let service: FCMService?

    private struct Header: Encodable {
        let typ = "JWT"
        let alg = "RS256"
        let kid: String
    }

    private struct Claims: Encodable {
        let iss: String
        let scope = "https://www.googleapis.com/auth/firebase.messaging"
        let aud: String
        let iat: Int
        let exp: Int
    }

    private struct Answer: Decodable {
        let token: String?
        let error: String?

        enum CodingKeys: String, CodingKey {
            case token = "access_token"
            case error
        }
    }

    /// The number of seconds for which a request for a token is valid, the longest that Google takes.
    private static let lifetime = 3600

    func token(for key: PushKey<ServiceAccount>, issuedAt: Date) async throws -> String {
        guard let service else { throw TokenRefusal(.fcmOff) }
        // The address comes from a file, which may be another deployment's.
        guard service.tokenHosts.address(of: key.secret.tokenURL) != nil else { throw TokenRefusal(.unknownService, isFinal: true) }
        switch await service.transport.send(Self.request(key.secret, issuedAt), .now + LeaseTimes.answer) {
        case .notSent(let reason), .unanswered(let reason): throw TokenRefusal(reason)
        case .answered(let status, _, let body):
            let answer = try? Answer(untrustedJSON: body)
            if status == 200, let token = answer?.token, Self.isToken(token) { return token }
            // Such a status means that the key or the account is wrong.
            throw TokenRefusal(reason: reason(answer?.error, status), isFinal: (400..<500).contains(status) && status != 429)
        }
    }

    private func reason(_ error: String?, _ status: Int) -> String {
        error.flatMap { $0.wholeMatch(of: /[a-z_]{1,100}/) == nil ? nil : $0 } ?? "status \(status)"
    }

    /// Whether a text can be a token: a header can contain it.
    private static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7e).contains($0) } }

    static func request(_ account: ServiceAccount, _ issuedAt: Date) -> HTTPSRequest {
        let seconds = Int(issuedAt.timeIntervalSince1970)
        let claims = Claims(iss: account.email, aud: account.tokenURL, iat: seconds, exp: seconds + lifetime)
        let signed = JWT.part(Header(kid: account.keyID)) + "." + JWT.part(claims)
        let assertion = signed + "." + Base64.url.encode(account.key.sign(Array(signed.utf8)))
        return HTTPSRequest(
            url: account.tokenURL, headers: [("content-type", "application/x-www-form-urlencoded")],
            body: Array("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)".utf8), readsBody: true)
    }
}

extension TokenRefusal {
    fileprivate init(_ reason: PushReason, isFinal: Bool = false) { self.init(reason: reason.rawValue, isFinal: isFinal) }
}
