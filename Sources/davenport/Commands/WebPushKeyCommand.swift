import ArgumentParser
import DavenportAPI
import Domain
import Programs
import Settings

struct WebPushKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web-key", abstract: "Make and replace the key with which a tenant notifies browsers.",
        discussion: "Browsers are notified if the programs also have WEB_PUSH_CONTACT.",
        subcommands: [WebPushKeyShow.self, WebPushKeyReplace.self])
}

struct WebPushKeyShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the public key. It is made if there is none.",
        discussion: "  davenport push web-key show --tenant sofa")

    @Option(help: "The tenant's slug.")
    var tenant: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws { print(try await database.webPushKey(of: tenant, replaces: false)) }
}

struct WebPushKeyReplace: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replace", abstract: "Make a new key, and print its public half.",
        discussion: """
            Browsers aren't notified until somebody opens the web client in them again: it then subscribes with the new key.

              davenport push web-key replace --tenant sofa
            """)

    @Option(help: "The tenant's slug.")
    var tenant: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws { print(try await database.webPushKey(of: tenant, replaces: true)) }
}

extension DatabaseOptions {
    /// Returns a tenant's public key for browsers, and makes the key if there is none or a new one is wanted.
    fileprivate func webPushKey(of tenant: String, replaces: Bool) async throws -> String {
        let masterKey = try masterKey(Configuration(DotEnv.environment()))
        return try await asOwner(self) { useCases, _, _ in
            try await MakeWebPushKey(useCases, masterKey)(try await useCases.findTenant(slug: tenant), replaces: replaces)
        }
    }
}
