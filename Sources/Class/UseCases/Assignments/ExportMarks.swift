import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Exports the evaluations of the tasks that the caller teaches, as a table for a spreadsheet (rule 11.56).
    public func exportMarks(_ caller: Caller, _ input: MarksQuery) async throws -> Media {
        let marks = try await database.transaction(for: caller) { transaction in
            try await AssignmentRepository(transaction, seenBy: caller).evaluated(from: input.from, to: input.to, limit: ClassRules.marks)
        }
        return Media(type: "text/csv; charset=utf-8", bytes: Array(MarksTable.text(marks).utf8))
    }
}
