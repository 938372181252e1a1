import DavenportAPI
import Secrets

extension UseCases {
    /// Ends the mails that a code names. It does so again without an effect.
    /// - Throws: `linkInvalid` if this deployment didn't make the code.
    public func stopMails(_ stranger: Stranger, _ input: MailStopRequest) async throws -> NoContent {
        let stop = try await database.transaction(for: stranger) { transaction in
            let stops = MailStopRepository(transaction)
            guard let stop = MailStop(code: input.stopCode, key: try await stops.key()) else { throw Problem(.linkInvalid) }
            if case .invites(let digest) = stop { try await stops.insert(digest) }
            return stop
        }
        if case .digests(let tenantID, let userID) = stop {
            try await database.transaction(in: tenantID) { try await EmailAddressRepository($0).setDigest(of: userID, to: .off) }
        }
        return NoContent()
    }
}
