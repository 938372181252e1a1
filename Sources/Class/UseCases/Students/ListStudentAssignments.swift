import DavenportAPI
import Domain
import Foundation

/// What a student has of the tasks that the caller teaches.
public struct ListStudentAssignments: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: StudentAssignmentQuery) async throws -> Page<Assignment> {
        let after = try AssignmentRepository.Place(input.after)
        let assignments = try await database.transaction(in: caller.tenant.id) { transaction in
            let assignments = AssignmentRepository(transaction, seenBy: caller)
            guard try await assignments.teaches(input.userID) else { throw Problem(.notFound) }
            return try await assignments.list(
                .init(view: .taught(studentID: input.userID), archived: input.archived, after: after, limit: input.limit + 1))
        }
        return Page(assignments, limit: input.limit, cursor: AssignmentRepository.Place.behind)
    }
}
