import DavenportAPI

/// Refuses usernames by which a user could pose as an administrator (rule 2.20).
enum ReservedUsernames {
    private static let names: Set = ["admin", "administrator", "moderator", "owner", "support", "system", "davenport"]

    /// Refuses a reserved name in any case and with any separators. The tenant's slug is reserved too.
    ///
    /// - Parameter current: the user's present username. The user may keep it and change its spelling.
    /// - Throws: `invalid` naming `username`.
    static func refuse(_ username: String, in tenant: Tenant, current: String? = nil) throws {
        let name = compared(username)
        guard name != current.map(compared), names.contains(name) || name == compared(tenant.slug) else { return }
        throw Problem.invalid("username", .notAllowed, "is reserved")
    }

    private static func compared(_ name: String) -> String {
        String(name.folded.unicodeScalars.filter { $0 != "_" && $0 != "." && $0 != "-" })
    }
}
