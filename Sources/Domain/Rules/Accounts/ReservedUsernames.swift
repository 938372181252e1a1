import DavenportAPI

/// Usernames that would let somebody pass for those who run a community (rule 2.20).
enum ReservedUsernames {
    private static let names: Set = ["admin", "administrator", "moderator", "owner", "support", "system", "davenport"]

    /// Refuses a name that is reserved, in any case and whatever separators stand in it. A community's slug is reserved in it.
    /// - Parameter current: the username that the person has, which they may keep and write otherwise.
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
