import ArgumentParser
import DavenportAPI
import Domain
import Programs

struct TenantLimit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit", abstract: "Show or change how many of what each person of a tenant may make in a while.",
        discussion: """
            What isn't named stays as it is; changes hold at once.

              davenport tenant limit sofa invites-per-hour=120

            There are \(LimitChange.allowances.map(\.option).joined(separator: ", ")), each from \
            \(TenantLimits.range.words).
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("NAME=NUMBER, or --NAME NUMBER.", valueName: "name=number"))
    var changes: [String] = []
    @Flag(help: "Answer in JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let changes = try LimitChange.read(changes)
        try await asOwner(database) { dependencies, _, _ in
            let tenant = try await FindTenant(dependencies)(slug: slug)
            let limits = try await ChangeTenantLimits(dependencies)(tenant) { limits in
                for change in changes { limits[change.allowance] = change.limit }
            }
            if json { return try printJSON(limits) }
            print("Each person of \(tenant.slug) may make:")
            for allowance in LimitChange.allowances { print("  \(limits[allowance]) \(allowance.phrase)") }
        }
    }
}

/// A limit as an operator sets it.
private struct LimitChange {
    let allowance: Allowance
    let limit: Int

    /// Those of all areas, in which they are declared.
    static let allowances = Areas.all.flatMap(\.allowances)

    /// Reads `name=number`, `--name=number` and `--name number`.
    /// - Throws: a sentence that says what there is, or what is missing.
    static func read(_ arguments: [String]) throws -> [LimitChange] {
        var (rest, changes) = (arguments[...], [LimitChange]())
        while let argument = rest.popFirst() {
            let isOption = argument.hasPrefix("--")
            let parts = argument.dropFirst(isOption ? 2 : 0).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let allowance = allowances.first(where: { $0.option == parts[0] }) else {
                throw Failure("There is no limit called \(parts[0]), but \(allowances.map(\.option).joined(separator: ", ")).")
            }
            guard let text = parts.count == 2 ? String(parts[1]) : isOption ? rest.popFirst() : nil, let limit = Int(text) else {
                throw Failure("Say how many, as a whole number: \(allowance.option)=\(allowance.usual).")
            }
            changes.append(LimitChange(allowance: allowance, limit: limit))
        }
        return changes
    }
}
