import DavenportAPI
import Domain

/// Checks that row-level security applies to the role with which the program logs in to the database. Otherwise the
/// program could show one community's data to another. It does nothing if the database can't be reached, because the
/// program's next step reports that.
/// - Parameters:
///   - key: the name of the setting that has the database's URL with this role. The error mentions it.
///   - isSingleRole: whether one role does everything (`DATABASE_ROLES`).
/// - Throws: `Failure` if row-level security doesn't apply to the role. The error says what to do.
public func requireBoundRole(_ database: Database, from key: String, isSingleRole: Bool) async throws {
    do {
        guard let fault = try await CheckRole(database, isSingleRole: isSingleRole)() else { return }
        throw Failure(
            "\(fault.description.prefix(1).uppercased())\(fault.description.dropFirst()), and could show one community's data to another: "
                + remedy(fault, key))
    } catch let problem as Problem where problem.code == .unavailable {}
}

private func remedy(_ fault: CheckRole.Fault, _ key: String) -> String {
    switch fault {
    case .bypassesRowSecurity: "set \(key) to a role of the program's own, which davenport migrate makes."
    case .ownsTables:
        "set \(key) to a role of the program's own, which davenport migrate makes, or DATABASE_ROLES to single if there is only one."
    case .isUnrestricted: "davenport migrate makes them, with DATABASE_ROLES set to single."
    }
}
