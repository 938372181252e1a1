import DavenportAPI
import Domain

/// Refuses to go on as a role that row security doesn't bind. A database that is away is left to what comes next, which says so.
/// - Parameter key: where the role is configured.
/// - Throws: `Failure`, which says what to do.
public func requireBoundRole(_ database: Database, from key: String) async throws {
    do {
        guard let fault = try await CheckRole(database)() else { return }
        throw Failure(
            "\(fault.description.prefix(1).uppercased())\(fault.description.dropFirst()), and could show one community's data to another: "
                + "set \(key) to a role of the program's own, which davenport migrate makes.")
    } catch let problem as Problem where problem.code == .unavailable {}
}
