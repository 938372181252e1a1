/// Adapts scripts to a database whose roles have other names than the scripts use.
public struct RoleMapping: Sendable {
    /// The roles' names in scripts, each with the database's name for it.
    private let names: [(name: String, role: String)]
    /// The script that derives the policies of such a database from the ones that migrations create. It runs after
    /// each migration and with the definitions, and can run any number of times.
    let policies: Definition

    /// - Parameters:
    ///   - names: the database's role for each name in the scripts. Neither may contain a quote.
    ///   - policies: the script that creates the policies. It also runs again when the roles have changed.
    public init(_ names: [String: String], policies: Definition) {
        self.names = names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let roles = self.names.map(\.role).joined(separator: ", ")
        self.policies = Definition(name: policies.name, sql: policies.sql + "\n-- For the roles \(roles).\n")
    }

    /// Returns the script with the database's roles, as quoted identifiers, or as string literals where the script
    /// has string literals.
    func applied(to sql: String) -> String { Self.replacing(names[...], in: sql[...]) }

    private static func replacing(_ names: ArraySlice<(name: String, role: String)>, in sql: Substring) -> String {
        guard let (name, role) = names.first else { return String(sql) }
        return sql.split(separator: "'\(name)'", omittingEmptySubsequences: false).map { part in
            part.split(separator: name, omittingEmptySubsequences: false).map { replacing(names.dropFirst(), in: $0) }
                .joined(separator: "\"\(role)\"")
        }.joined(separator: "'\(role)'")
    }
}
