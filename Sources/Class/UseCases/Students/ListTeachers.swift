import DavenportAPI
import Domain
import Foundation

/// Who teaches the caller, by username.
public struct ListTeachers: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Items<User> {
        try await database.transaction(in: caller.tenant.id) { transaction in
            let teachers = try await StudentRepository(transaction).teachers(of: caller.userID)
            let people = try await MemberRepository(transaction).people(
                teachers, seenBy: caller.userID, seesAll: caller.role.administers)
            return Items(teachers.compactMap { people[$0] })
        }
    }
}
