import DavenportAPI
import Domain
import Foundation

/// The caller's students by username, or the others of the community whom they could add.
public struct ListStudents: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: StudentQuery) async throws -> Page<Student> {
        let after = try Cursor(input.after, parts: 1)?.parts[0]
        return try await database.transaction(in: caller.tenant.id) { transaction in
            let students = StudentRepository(transaction)
            let listed =
                try await input.mine
                ? students.mine(caller.userID, after: after, limit: input.limit + 1)
                : students.others(caller.userID, after: after, limit: input.limit + 1)
            let people = try await MemberRepository(transaction).people(
                listed.map(\.userID), seenBy: caller.userID, seesAll: caller.role.administers)
            return Page(listed.compactMap { Student($0, people) }, limit: input.limit) { Cursor([$0.user.username.folded]) }
        }
    }
}

extension Student {
    init?(_ listed: StudentRepository.Listed, _ people: People) {
        guard let user = people[listed.userID] else { return nil }
        self.init(user: user, email: listed.email, since: listed.since)
    }
}
