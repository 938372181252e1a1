import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Lists the caller's students, or the other students of the community that the caller could add. Both are sorted by
    /// username.
    public func listStudents(_ caller: Caller, _ input: StudentQuery) async throws -> Page<Student> {
        let after = try Cursor(input.after, parts: 1)?.parts[0]
        let listed = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            let students = StudentRepository(transaction)
            let list =
                input.mine
                ? students.mine(caller.userID, after: after, limit: input.limit + 1)
                : students.others(caller.userID, after: after, limit: input.limit + 1)
            return try await students.students(list, seenBy: caller)
        }
        return Page(listed, limit: input.limit) { Cursor([$0.user.username.folded]) }
    }
}
