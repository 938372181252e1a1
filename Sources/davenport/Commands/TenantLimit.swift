import ArgumentParser
import Domain
import Programs

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
        let (comments, rooms, invites, requests) = (commentsPerMinute, roomsPerHour, invitesPerHour, friendRequestsPerHour)
        try await asOwner(database) { dependencies, _, _ in
            let tenant = try await FindTenant(dependencies)(slug: slug)
            let limits = try await ChangeTenantLimits(dependencies)(tenant) { limits in
                if let comments { limits.commentsPerMinute = comments }
                if let rooms { limits.roomsPerHour = rooms }
                if let invites { limits.invitesPerHour = invites }
                if let requests { limits.friendRequestsPerHour = requests }
            }
            if json { return try printJSON(limits) }
            print("Each person of \(tenant.slug) may make:")
            print("  \(limits.commentsPerMinute) comments a minute")
            print("  \(limits.roomsPerHour) rooms an hour")
            print("  \(limits.invitesPerHour) invites an hour")
            print("  \(limits.friendRequestsPerHour) friend requests an hour")
        }
    }
}
