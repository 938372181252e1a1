import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Writes a mail with an invite's link to an address.
    /// - Throws: `featureOff` if the community sends no e-mail; `invalid`, naming `email`, if the address's reader wants no invites;
    ///   `tooManyRequests`.
    func mailInvite(_ code: InviteCode, to email: String, by caller: Caller, _ transaction: TenantTransaction) async throws {
        let host = try await PasswordLinkRepository(transaction).host()
        guard sendsMail(host), let link = webAddress("/join", code: code.text, host: host, in: caller.tenant) else {
            throw Problem(.featureOff)
        }
        try await SpendAllowance(transaction: transaction)(.inviteMails, .mails, of: caller.userID)
        try await DeploymentThrottleRepository(transaction).count(.mailedInvites(to: email))
        let stops = MailStopRepository(transaction)
        let key = try await stops.key()
        guard try await !stops.contains(MailStop.addressDigest(email, key: key)) else {
            throw Problem.invalid("email", .notAllowed, "takes no invites from here")
        }
        guard let maker = try await AccountRepository(transaction).me(caller.userID), let origin = webAddress("", host: host) else {
            throw Problem(.unauthenticated)
        }
        let stop = MailStop.invites(digest: MailStop.addressDigest(email, key: key))
        try await MailRepository(transaction).insert(
            .invite(by: maker.username, stop: .init(stop, key: key, origin: origin)), to: email, link: link)
    }
}

extension Allowance {
    /// The number of invites that a user has sent by e-mail per day.
    static let inviteMails = Allowance("inviteMails", 20, a: .day)
}
