import DavenportAPI

/// Refuses usernames with which a user could pass for an administrator (rule 2.20).
enum ReservedUsernames {
    private static let names: Set = ["admin", "administrator", "moderator", "owner", "support", "system", "davenport"]

    /// Refuses a reserved name, regardless of its case and separators. The tenant's slug is reserved too.
    ///
    /// - Parameter current: the username that the user has now; nil for a new user. The user may keep it and change its
    ///   spelling.
    /// - Throws: `invalid`, naming `username`.
    static func refuse(_ username: String, in tenant: Tenant, current: String? = nil) throws {
        let name = compared(username)
        guard name != current.map(compared), names.contains(name) || name == compared(tenant.slug) else { return }
        throw Problem.invalid("username", .notAllowed, "is reserved")
    }

    private static func compared(_ name: String) -> String {
        String(name.folded.unicodeScalars.filter { $0 != "_" && $0 != "." && $0 != "-" })
    }
}
