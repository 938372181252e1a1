import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Hands all tasks and students of one teacher over to another teacher. Administrators use it when a teacher leaves.
    public func handOver(_ caller: Caller, _ input: Handover) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            let standings = try await RoleAndSuspensionRepository(transaction).locked([caller.userID, input.userID, input.toUserID])
            // The caller's own role may have changed since the request arrived.
            guard let mine = standings[caller.userID], !mine.suspended else { throw Problem(.unauthenticated) }
            guard mine.role.administers else { throw Problem(.forbidden) }
            guard let theirs = standings[input.userID] else { throw Problem(.notFound) }
            guard mine.role.mayAppoint(theirs.role) else { throw Problem(.forbidden) }
            guard let successor = standings[input.toUserID], successor.userID != theirs.userID else { throw Self.unknown }
            guard successor.mayTeach(at: transaction.now), !successor.choseRole else {
                throw successor.userID == caller.userID ? Problem(.forbidden) : Self.unknown
            }
            try await handOver(HandoverRepository(transaction, from: theirs.userID, to: successor.userID))
            try await transaction.audit(
                .handedOver, by: .user(caller.userID), on: theirs.userID, detail: successor.userID.lowercased)
            return NoContent()
        }
    }

    /// Checks the handover and carries it out.
    /// - Throws: `unknownUser` if there is a block between the successor and one of their new students or co-teachers,
    ///   or if the successor has one of the tasks as a student; `limitReached` if the successor would have too many
    ///   students.
    private func handOver(_ handover: HandoverRepository) async throws {
        let locked = try await handover.locked()
        guard locked.isPossible else { throw Self.unknown }
        guard locked.studentCount <= ClassRules.students else { throw Problem(.limitReached) }
        try await handover.carryOut(joining: locked.newTaskIDs)
    }

    private static let unknown = Problem.unknownUser(field: "toUserID")
}
