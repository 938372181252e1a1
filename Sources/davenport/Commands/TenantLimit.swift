import ArgumentParser
import DavenportAPI
import Domain
import Programs

struct TenantLimit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit", abstract: "Show or change a tenant's limits.",
        discussion: """
            Limits that aren't named stay as they are. Changes take effect at once.

              davenport tenant limit sofa invites-per-hour=120

            The limits: \(LimitChange.limits.map { "\($0.option) (\($0.range.words))" }.joined(separator: ", ")).
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("NAME=NUMBER, or --NAME NUMBER.", valueName: "name=number"))
    var changes: [String] = []
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let changes = try LimitChange.read(changes)
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: slug)
            let limits = try await useCases.changeTenantLimits(tenant) { limits in
                for change in changes { limits[limit: change.limit] = change.value }
            }
            if json { return try printJSON(limits) }
            print("Each person of \(tenant.slug) may make:")
            let allowances = Areas.all.flatMap(\.allowances)
            for allowance in allowances where !allowance.isShared { print("  \(limits[allowance]) \(allowance.phrase)") }
            print("All of them together may make:")
            for allowance in allowances where allowance.isShared { print("  \(limits[allowance]) \(allowance.phrase)") }
            print("All of them together may have:")
            for capacity in Areas.all.flatMap(\.capacities) { print("  \(limits[capacity]) \(capacity.phrase)") }
        }
    }
}

/// One limit of a tenant, with the value that an operator sets.
private struct LimitChange {
    let limit: any DeclaredLimit
    let value: Int

    /// The limits that all areas declare.
    static let limits = Areas.all.flatMap(\.limits)

    /// Parses arguments of the form `name=number`, `--name=number` or `--name number`.
    /// - Throws: a `Failure` that lists the limits if a name is unknown, or says that the value is missing.
    static func read(_ arguments: [String]) throws -> [LimitChange] {
        var (rest, changes) = (arguments[...], [LimitChange]())
        while let argument = rest.popFirst() {
            let isOption = argument.hasPrefix("--")
            let parts = argument.dropFirst(isOption ? 2 : 0).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let limit = limits.first(where: { $0.option == parts[0] }) else {
                throw Failure("There is no limit called \(parts[0]), but \(limits.map(\.option).joined(separator: ", ")).")
            }
            guard let text = parts.count == 2 ? String(parts[1]) : isOption ? rest.popFirst() : nil, let value = Int(text) else {
                throw Failure("Say how many, as a whole number: \(limit.option)=\(limit.usual).")
            }
            changes.append(LimitChange(limit: limit, value: value))
        }
        return changes
    }
}
