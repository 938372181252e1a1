import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Remembers from where a user signs in, and writes them a mail if they never did from this device or network (rule 26.9).
    /// - Parameter isFirst: whether the account was created with this sign-in, so that there is nothing to compare with.
    func announceSignIn(
        of me: Me, from address: ClientAddress, deviceName: String?, isFirst: Bool = false, _ transaction: TenantTransaction
    ) async throws {
        let places = SignInPlaceRepository(transaction)
        let isKnown = try await places.note([.device(deviceName), .network(address)], of: me.id)
        guard !isKnown, !isFirst, me.emailState != .unreachable else { return }
        let host = try await PasswordLinkRepository(transaction).host()
        guard sendsMail(host), let link = webAddress("/settings", host: host) else { return }
        let time = try await places.localTime(of: me.id)
        try await MailRepository(transaction).insert(
            .newSignIn(device: deviceName, time: time), to: me.email, about: me.id, link: link)
    }
}
