import DavenportAPI
import Domain
import Foundation

/// Makes sure that somebody may bring others together with themselves (rules 5), and keeps it so until the transaction ends: a step of
/// creating a room and of adding a member.
struct BringTogether {
    let transaction: TenantTransaction

    /// Each must be a friend or share a room with them now, and neither blocks the other; of the others, none blocks another.
    /// - Parameter field: what names the others in the request.
    /// - Throws: `unknownUser`, whether a person exists or not; `membersCannotShareRoom`, naming nobody.
    func callAsFunction(_ others: [UUID], by userID: UUID, field: String = "memberIDs") async throws {
        _ = try await AccountRepository(transaction).lock(caller: userID, and: others)
        guard !others.isEmpty else { return }
        let creation = RoomCreationRepository(transaction)
        let candidates = try await creation.candidates(others, of: userID)
        guard candidates.count == others.count, candidates.allSatisfy({ $0.isCompanion && !$0.blocked }) else {
            throw Problem.unknownUser(field: field)
        }
        if try await creation.block(among: others) { throw Problem(.membersCannotShareRoom) }
    }
}
