import DavenportAPI
import Domain
import Foundation

/// Checks that a user may share a room with others (rules 5). Locks keep the result true until the transaction ends.
///
/// Creating a room and adding a member use this check.
struct BringTogether {
    let transaction: TenantTransaction

    /// Checks that each of the others is a friend of the user or shares a room with the user, and that no two of all
    /// these people have a block between them.
    /// - Parameter field: the field of the request that names the others.
    /// - Throws: `unknownUser` if one of the others doesn't exist, is no friend and shares no room with the user, or if
    ///   there is a block between that person and the user. `membersCannotShareRoom` if one of the others blocks
    ///   another; the error doesn't name them.
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
