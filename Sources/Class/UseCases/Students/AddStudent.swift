import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Adds a student of the community to the caller's students. It does nothing if the caller has that student already.
    public func addStudent(_ caller: Caller, _ input: UserReference) async throws -> Student {
        try await database.transaction(for: caller) { transaction in
            let standings = try await RoleAndSuspensionRepository(transaction).locked([caller.userID, input.userID])
            guard let me = standings[caller.userID] else { throw Problem(.unauthenticated) }
            guard me.mayTeach(at: transaction.now) else { throw Problem(.forbidden) }
            let students = StudentRepository(transaction)
            if let student = try await students.student(input.userID, of: caller) { return student }
            try await add(standings[input.userID], by: me, students)
            guard let student = try await students.student(input.userID, of: caller) else { throw Problem(.notFound) }
            return student
        }
    }

    /// Adds the student, unless the caller may not.
    /// - Throws: `unknownUser` unless the user is an active student and there is no block between them and the caller. A teacher who
    ///   chose the role at sign-up must be a friend of the student too, since nobody else has vouched for the teacher. The error doesn't
    ///   reveal whether the user exists. `limitReached` if the caller has too many students.
    private func add(
        _ standing: RoleAndSuspensionRepository.Standing?, by me: RoleAndSuspensionRepository.Standing, _ students: StudentRepository
    ) async throws {
        guard let standing, standing.role == .student, !standing.suspended, standing.userID != me.userID,
            try await !students.block(between: standing.userID, and: [me.userID])
        else { throw Problem.unknownUser(field: "userID") }
        if me.choseRole, try await !students.areFriends(me.userID, standing.userID) { throw Problem.unknownUser(field: "userID") }
        guard try await students.count(me.userID) < ClassRules.students else { throw Problem(.limitReached) }
        try await students.add(standing.userID, to: me.userID)
        try await students.transaction.audit(.studentAdded, by: .user(me.userID), on: standing.userID)
    }
}
