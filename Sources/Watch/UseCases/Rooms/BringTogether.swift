import DavenportAPI
import Domain
import Foundation

/// Checks that a user may share a room with others (rules 5), and keeps that true until the transaction ends.
///
/// Creating a room and adding a member use it.
struct BringTogether {
    let transaction: TenantTransaction

    /// Checks that each is a friend or shares a room with the user, that neither blocks the other, and that none of the
    /// others blocks another.
    /// - Parameter field: the field of the request that names the others.
    /// - Throws: `unknownUser`, whether the person exists or not; `membersCannotShareRoom`, which names nobody.
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
