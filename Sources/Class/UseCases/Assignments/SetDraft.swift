import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Replaces the draft of an assignment's evaluation. All teachers of the task share one draft.
    public func setDraft(_ caller: Caller, _ input: NewDraft) async throws -> Assignment {
        try await database.transaction(for: caller) { transaction in
            let actions = ActionRepository(transaction, on: input.assignmentID, by: caller.userID)
            guard let standing = try await actions.locked(exclusively: false)?.standing else { throw Problem(.notFound) }
            guard standing.side == .teacher else { throw Problem(.forbidden) }
            if standing.isClosed { throw Problem(.closed) }
            guard input.version == standing.version else { throw Problem(.assignmentChanged) }
            let faults = FieldFault.ofEvaluation(points: input.points, word: input.word, maxPoints: standing.maxPoints)
            guard faults.isEmpty else { throw Problem.invalid(faults) }
            try await actions.setDraft(input)
            let assignment = try await AssignmentRepository(transaction, seenBy: caller).existing(input.assignmentID)
            // Wakes the student too, who may see that the attempt was opened.
            transaction.touch([assignment.student.id] + assignment.task.teachers.map(\.id))
            return assignment
        }
    }
}
