import DavenportAPI
import Domain
import Foundation

/// Removes a student from a teacher. Nothing is deleted, but the student's assignments of the teacher's own tasks are
/// closed.
///
/// Removing a student and leaving a teacher use it.
struct PartStudent {
    let transaction: TenantTransaction

    /// - Parameter actorID: the one of the two who asked for it.
    /// - Throws: `notFound` if the user isn't the teacher's student.
    func callAsFunction(_ studentID: UUID, from teacherID: UUID, by actorID: UUID) async throws {
        let accounts = AccountRepository(transaction)
        _ = try await accounts.lock(caller: actorID, and: [actorID == studentID ? teacherID : studentID])
        guard try await StudentRepository(transaction).remove(studentID, from: teacherID) else { throw Problem(.notFound) }
        try await transaction.audit(.studentRemoved, by: .user(actorID), on: actorID == studentID ? teacherID : studentID)
    }
}
