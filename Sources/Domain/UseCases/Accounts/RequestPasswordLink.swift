import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Whether the program sends e-mails, and a mail's link leads to this community.
    func sendsMail(_ host: String?) -> Bool { services.sendsMail && (host != nil || services[WebOrigin.self] != nil) }

    /// Sends a link for a new password to an e-mail address, if somebody has it.
    ///
    /// For every address the same rows are written, so neither the answer nor its time says whether the address has an
    /// account. The worker drops a mail without a reader.
    /// - Throws: `featureOff` if the community sends no e-mail; `tooManyRequests`.
    public func requestPasswordLink(_ visitor: Visitor, _ input: PasswordLinkRequest) async throws -> NoContent {
        try await database.transaction(for: visitor) { transaction in
            let (links, code) = (PasswordLinkRepository(transaction), PasswordLinkCode())
            let host = try await links.host()
            guard sendsMail(host), let link = webAddress(PasswordLink.page, code: code.text, host: host, in: visitor.tenant) else {
                throw Problem(.featureOff)
            }
            let throttles = ThrottleRepository(transaction)
            _ = try await throttles.count(.mailedPasswordLinks(to: input.email, from: visitor.address))
            try await links.insertMailed(code, to: input.email, expiresAt: transaction.now + PasswordLink.lifetime)
            try await MailRepository(transaction).insert(.password, to: input.email, link: link)
            try await links.tidyMailed()
            try await throttles.tidy()
            return NoContent()
        }
    }
}
