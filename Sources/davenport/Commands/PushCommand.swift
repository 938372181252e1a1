import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs
import Settings

struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Show and retry push notifications, and manage the tenants' push keys.",
        discussion: "The worker is a program of its own: davenport-push --help",
        subcommands: [PushStatus.self, PushRetry.self, PushKeyCommand.self, FCMKeyCommand.self, WebPushKeyCommand.self])
}

struct PushStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of every tenant's notifications.", discussion: "  davenport push status")

    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenants = try await useCases.showPushStatus()
            if json { return try printJSON(tenants) }
            if tenants.isEmpty { print("No tenant yet.") }
            for tenant in tenants { print(line(tenant)) }
        }
    }

    private func line(_ tenant: TenantPushStatus) -> String {
        var parts = ["due \(tenant.due)"]
        if let age = tenant.oldestDueAge { parts.append("oldest due for \(Int(age.rounded())) s") }
        parts.append("retrying \(tenant.retrying)")
        let dead = tenant.dead.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        parts.append(dead.isEmpty ? "dead 0" : "dead " + dead.joined(separator: " + "))
        parts.append("last success " + (tenant.lastSuccessAt.map(Timestamp.text) ?? "never"))
        return "\(tenant.slug): " + parts.joined(separator: ", ")
    }
}

struct PushRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Make a tenant's dead and retrying notifications due now, and resume its stopped keys.",
        discussion: "  davenport push retry --tenant sofa")

    @Option(help: "The tenant's slug.")
    var tenant: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let count = try await useCases.retryPushes(try await useCases.findTenant(slug: tenant))
            print("\(count) due again.")
        }
    }
}
