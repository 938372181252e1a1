import DavenportAPI
import Domain
import Foundation

/// Removes a student from a teacher's students. Nothing is deleted, but the student's assignments of tasks that this
/// teacher hosts are closed (rule 11.4).
///
/// `removeStudent` and `leaveTeacher` use it.
struct PartStudent {
    let transaction: TenantTransaction

    /// Removes the student and records it in the audit log.
    /// - Parameter actorID: the user whose request this is: the student or the teacher.
    /// - Throws: `notFound` if the user isn't the teacher's student.
    func callAsFunction(_ studentID: UUID, from teacherID: UUID, by actorID: UUID) async throws {
        let accounts = AccountRepository(transaction)
        _ = try await accounts.lock(caller: actorID, and: [actorID == studentID ? teacherID : studentID])
        guard try await StudentRepository(transaction).remove(studentID, from: teacherID) else { throw Problem(.notFound) }
        try await transaction.audit(.studentRemoved, by: .user(actorID), on: actorID == studentID ? teacherID : studentID)
    }
}
