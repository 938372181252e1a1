import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Lists one student's assignments in the tasks that the caller teaches.
    public func listStudentAssignments(_ caller: Caller, _ input: StudentAssignmentQuery) async throws -> Page<Assignment> {
        let after = try AssignmentRepository.Position(input.after)
        let assignments = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await AssignmentRepository(transaction, seenBy: caller).list(
                .init(view: .taught(studentID: input.userID), archived: input.archived, after: after, limit: input.limit + 1))
        }
        guard let assignments else { throw Problem(.notFound) }
        return Page(assignments, limit: input.limit, cursor: AssignmentRepository.Position.behind)
    }
}
