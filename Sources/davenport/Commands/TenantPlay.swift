import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Play
import Programs
import Settings

extension StoreEnvironment: ExpressibleByArgument {}

struct TenantPlay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Show or change a tenant's settings of play.",
        discussion: """
            Settings that aren't named stay as they are. Language and secret hold for puzzles that aren't made yet, the time zone at once. \
            The secret determines the puzzles and is never shown. Purchases count only in the apps that are named here.

              davenport tenant play sofa --language de --day-zone Europe/Berlin
              openssl rand -hex 32 | davenport tenant play sofa --secret-stdin
              davenport tenant play sofa --app org.example.sofa --environment production
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Option(help: "The language of its puzzles, as listed by davenport words list.")
    var language: String?
    @Option(help: "The time zone in which its days begin and end, as Europe/Berlin.")
    var dayZone: String?
    @Flag(help: "Make a new secret, so that nobody who knew the old one can compute future puzzles.")
    var newSecret = false
    @Flag(help: "Read the secret from standard input: 64 hexadecimal digits.")
    var secretStdin = false
    @Option(help: "The bundle id of another app whose purchases count.")
    var app: String?
    @Option(help: "That app's App Store environment: production or sandbox.")
    var environment: StoreEnvironment?
    @Option(help: "The bundle id of an app whose purchases no longer count.")
    var removeApp: String?
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard !(newSecret && secretStdin) else { throw ValidationError("Give --new-secret or --secret-stdin, not both.") }
        guard (app == nil) == (environment == nil) else { throw ValidationError("Give --app and --environment together.") }
    }

    func run() async throws {
        let lists = WordLists(try WordFiles.read(try Configuration(DotEnv.environment())))
        let secret = newSecret ? PlaySettingsChange.newSecret : secretStdin ? try Self.readSecret() : nil
        let added = app.flatMap { app in environment.map { PlayApp(bundle: app, environment: $0) } }
        let change = PlaySettingsChange(language: language, dayZone: dayZone, secret: secret, addedApp: added, removedApp: removeApp)
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: slug)
            let settings = try await ChangePlaySettings(useCases, lists)(tenant, change)
            if json { return try printJSON(settings) }
            print("\(tenant.slug) plays in the language \(settings.language), by the days of \(settings.dayZone).")
            for app in settings.apps { print("Purchases in \(app.bundle) count (\(app.environment.rawValue)).") }
        }
    }

    /// Reads a play secret from standard input.
    /// - Throws: a `Failure` if the input isn't 64 hexadecimal digits.
    private static func readSecret() throws -> [UInt8] {
        let digits = Array((readLine() ?? "").trimmed.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
        guard digits.count == 64, bytes.count == 32, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
            throw Failure("The secret must be 64 hexadecimal digits, on standard input.")
        }
        return bytes
    }
}
