import DavenportAPI
import Domain

extension UseCases {
    /// Lets an administrator strike a play: exclude it from all results. The results of the play's challenge must be open
    /// to the administrator (rules 12.32 and 12.33).
    ///
    /// A struck play is over and counts nowhere any more. Only its player still sees it.
    public func strikePlay(_ caller: Caller, _ input: PlayReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            let plays = PlayRepository(transaction, of: caller.userID)
            guard let play = try await plays.struckable(input.playID) else { throw Problem(.notFound) }
            guard play.isOpen else { throw Problem(.playFirst) }
            if try await plays.strike(input.playID) {
                transaction.touch([play.playerID])
                try await transaction.audit(.playStruck, by: .user(caller.userID), on: play.playerID, detail: input.playID.lowercased)
            }
            return NoContent()
        }
    }
}

extension AuditEvent {
    /// An administrator struck a play. The subject is the player, and the detail is the play's id.
    static let playStruck = Self("play.struck")
}
