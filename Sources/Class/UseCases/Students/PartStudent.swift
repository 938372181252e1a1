import DavenportAPI
import Domain
import Foundation

/// Ends that somebody teaches a student: a step of removing one and of leaving a teacher. Nothing is deleted; what the student has of the
/// teacher's own tasks is closed.
struct PartStudent {
    let transaction: TenantTransaction

    /// - Parameter actorID: which of the two wants it.
    /// - Throws: `notFound` where one isn't the other's student.
    func callAsFunction(_ studentID: UUID, from teacherID: UUID, by actorID: UUID) async throws {
        let accounts = AccountRepository(transaction)
        _ = try await accounts.lock(caller: actorID, and: [actorID == studentID ? teacherID : studentID])
        guard try await StudentRepository(transaction).remove(studentID, from: teacherID) else { throw Problem(.notFound) }
        try await transaction.audit(.studentRemoved, by: .user(actorID), on: actorID == studentID ? teacherID : studentID)
    }
}
