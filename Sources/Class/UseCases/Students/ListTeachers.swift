import DavenportAPI
import Domain
import Foundation

/// Lists the teachers whose student the caller is, sorted by username.
public struct ListTeachers: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Items<User> {
        Items(try await database.transaction(for: caller, .singleRoundTrip) { try await StudentRepository($0).teachers(of: caller) })
    }
}
