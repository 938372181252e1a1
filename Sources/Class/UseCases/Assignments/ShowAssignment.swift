import DavenportAPI
import Domain
import Foundation

/// Shows an assignment to its student, or to a teacher of its task.
public struct ShowAssignment: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: AssignmentReference) async throws -> Assignment {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await AssignmentRepository(transaction, seenBy: caller).existing(input.assignmentID)
        }
    }
}
