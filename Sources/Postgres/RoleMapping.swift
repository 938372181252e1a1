/// Fits scripts to a database that has other roles than those that the scripts name.
public struct RoleMapping: Sendable {
    /// The database's roles by the names that stand in scripts.
    private let names: [(name: String, role: String)]
    /// Makes the policies that such a database needs out of those that the scripts make. Runs after each migration and among the
    /// definitions, and may run any number of times.
    let policies: Definition

    /// - Parameters:
    ///   - names: the database's roles by the names that stand in scripts. None may hold a quote.
    ///   - policies: the script that makes the policies. It runs again when the roles have changed, too.
    public init(_ names: [String: String], policies: Definition) {
        self.names = names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let roles = self.names.map(\.role).joined(separator: ", ")
        self.policies = Definition(name: policies.name, sql: policies.sql + "\n-- For the roles \(roles).\n")
    }

    /// Returns the script with the database's roles: quoted as identifiers, or as texts where the script has them as texts.
    func applied(to sql: String) -> String { Self.replacing(names[...], in: sql[...]) }

    private static func replacing(_ names: ArraySlice<(name: String, role: String)>, in sql: Substring) -> String {
        guard let (name, role) = names.first else { return String(sql) }
        return sql.split(separator: "'\(name)'", omittingEmptySubsequences: false).map { part in
            part.split(separator: name, omittingEmptySubsequences: false).map { replacing(names.dropFirst(), in: $0) }
                .joined(separator: "\"\(role)\"")
        }.joined(separator: "'\(role)'")
    }
}
