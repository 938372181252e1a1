import ArgumentParser
import Domain
import Programs
import Watch

struct TenantLimit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit", abstract: "Show or change how many of what each person of a tenant may make in a while.",
        discussion: """
            What isn't named stays as it is; changes hold at once.

              davenport tenant limit sofa --comments-per-minute 120
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Option(help: "1 to 1000000.")
    var commentsPerMinute: Int?
    @Option(help: "1 to 1000000.")
    var roomsPerHour: Int?
    @Option(help: "1 to 1000000.")
    var invitesPerHour: Int?
    @Option(help: "1 to 1000000.")
    var friendRequestsPerHour: Int?
    @Flag(help: "Answer in JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let changes: [(Allowance, Int?)] = [
            (.comments, commentsPerMinute), (.rooms, roomsPerHour), (.invites, invitesPerHour), (.friendRequests, friendRequestsPerHour),
        ]
        try await asOwner(database) { dependencies, _, _ in
            let tenant = try await FindTenant(dependencies)(slug: slug)
            let limits = try await ChangeTenantLimits(dependencies)(tenant) { limits in
                for case (let allowance, let limit?) in changes { limits[allowance] = limit }
            }
            if json { return try printJSON(limits) }
            print("Each person of \(tenant.slug) may make:")
            print("  \(limits[.comments]) comments a minute")
            print("  \(limits[.rooms]) rooms an hour")
            print("  \(limits[.invites]) invites an hour")
            print("  \(limits[.friendRequests]) friend requests an hour")
        }
    }
}
