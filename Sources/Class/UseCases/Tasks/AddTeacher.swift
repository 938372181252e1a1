import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Adds a co-teacher to a task that the caller hosts. It does nothing if the person teaches the task already.
    public func addTeacher(_ caller: Caller, _ input: TaskPersonReference) async throws -> ClassTask {
        try await database.transaction(for: caller) { transaction in
            let standings = try await RoleAndSuspensionRepository(transaction).locked([caller.userID, input.userID])
            guard let me = standings[caller.userID] else { throw Problem(.unauthenticated) }
            let locked = try await LockTask(transaction: transaction)(input.taskID, asHost: caller.userID)
            if !locked.teacherIDs.contains(input.userID) {
                // Teaching together shows people's names, and nobody has vouched for a teacher who chose the role at sign-up.
                guard !me.choseRole else { throw Problem(.forbidden) }
                guard let standing = standings[input.userID], standing.mayTeach(at: transaction.now), !standing.choseRole,
                    !locked.studentIDs.contains(input.userID),
                    try await !StudentRepository(transaction).block(between: input.userID, and: [caller.userID] + locked.studentIDs)
                else { throw Problem.unknownUser(field: "userID") }
                guard locked.teacherIDs.count < ClassRules.teachers else { throw Problem(.limitReached) }
                try await TaskChangeRepository(transaction).addTeacher(input.userID, to: input.taskID)
            }
            return try await TaskRepository(transaction, seenBy: caller).existing(input.taskID)
        }
    }
}
