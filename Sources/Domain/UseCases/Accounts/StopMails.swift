import DavenportAPI
import Secrets

extension UseCases {
    /// Ends the mails that a code names. It does so again without an effect.
    /// - Throws: `linkInvalid` if this deployment didn't make the code.
    public func stopMails(_ stranger: Stranger, _ input: MailStopRequest) async throws -> NoContent {
        try await database.transaction(for: stranger) { transaction in
            let stops = MailStopRepository(transaction)
            guard let stop = MailStop(code: input.stopCode, key: try await stops.key()) else { throw Problem(.linkInvalid) }
            switch stop {
            case .invites(let digest): try await stops.insert(digest)
            }
            return NoContent()
        }
    }
}
