/// Adapts scripts to a database whose roles have other names than the scripts use.
public struct RoleMapping: Sendable {
    /// The name of each role in the scripts, with its name in the database.
    private let names: [(name: String, role: String)]
    /// The script that adapts the row-security policies, which the migrations create for their own role names, to the
    /// database's roles. It runs after each migration and with the definitions. It can run any number of times.
    let policies: Definition

    /// - Parameters:
    ///   - names: the database's role for each role name in the scripts. No name and no role may contain a quote.
    ///   - policies: the script that creates the policies. It also runs again when the roles have changed.
    public init(_ names: [String: String], policies: Definition) {
        self.names = names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let roles = self.names.map(\.role).joined(separator: ", ")
        self.policies = Definition(name: policies.name, sql: policies.sql + "\n-- For the roles \(roles).\n")
    }

    /// Returns the script with each role name replaced by the database's role. The role is a string literal where the
    /// script has one, and a quoted identifier elsewhere.
    func applied(to sql: String) -> String { Self.replacing(names[...], in: sql[...]) }

    private static func replacing(_ names: ArraySlice<(name: String, role: String)>, in sql: Substring) -> String {
        guard let (name, role) = names.first else { return String(sql) }
        return sql.split(separator: "'\(name)'", omittingEmptySubsequences: false).map { part in
            part.split(separator: name, omittingEmptySubsequences: false).map { replacing(names.dropFirst(), in: $0) }
                .joined(separator: "\"\(role)\"")
        }.joined(separator: "'\(role)'")
    }
}
