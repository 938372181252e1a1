import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Lists the assignments that the caller has as a student, either the active or the archived ones.
    public func listAssignments(_ caller: Caller, _ input: AssignmentQuery) async throws -> Page<Assignment> {
        let after = try AssignmentRepository.Position(input.after)
        let assignments = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await AssignmentRepository(transaction, seenBy: caller).list(
                .init(
                    view: .own, archived: input.archived, conditions: AssignmentRepository.conditions(input), order: input.order,
                    after: after, limit: input.limit + 1))
        }
        return Page(assignments ?? [], limit: input.limit, cursor: AssignmentRepository.Position.behind)
    }
}
