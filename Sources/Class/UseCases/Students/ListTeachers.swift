import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Lists the teachers whose student the caller is, sorted by username.
    public func listTeachers(_ caller: Caller, _ input: NoInput) async throws -> Items<User> {
        Items(try await database.transaction(for: caller, .singleRoundTrip) { try await StudentRepository($0).teachers(of: caller) })
    }
}
