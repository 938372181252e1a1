import Domain
import Postgres
import Programs
import Settings

/// Sets up a deployment step by step. Each step looks at what is there, and adds what is missing. So a run completes
/// what an interrupted one began, and changes nothing where everything is in place.
struct Setup {
    let community: FirstCommunity
    let superuser: Superuser
    let folder: SettingsFolder
    /// Whether the steps only say what they would do.
    let isDryRun: Bool

    /// The steps in their order. What a step needs is made by those before it.
    enum Step: String, CaseIterable {
        case postgres = "PostgreSQL"
        case settings
        case masterKey = "master key"
        case owner = "owner's role"
        case database
        case migrations
        case community
        case invite
        case services
    }

    /// What a step has found or done.
    struct Outcome {
        let text: String
        let isChange: Bool

        static func kept(_ text: String) -> Outcome { Outcome(text: text, isChange: false) }
        static func changed(_ text: String) -> Outcome { Outcome(text: text, isChange: true) }
    }

    /// Runs all steps, and prints a line for each when it is done, and what the operator has to do afterwards.
    /// - Throws: `Failure`, which names the step.
    func run() async throws {
        var changes = 0
        for (index, step) in Step.allCases.enumerated() {
            do {
                let outcome = try await perform(step)
                if outcome.isChange { changes += 1 }
                print("\(index + 1)/\(Step.allCases.count) \(step.rawValue): \(outcome.text)")
                flushOutput()
            } catch {
                let isUnreachable = (error as? PostgresError)?.isUnavailable == true
                throw Failure("\(step.rawValue): \(isUnreachable ? "\(error)." : sentence(for: error))")
            }
        }
        print(summary(changes))
        if !isDryRun { print(try rest()) }
    }

    private func perform(_ step: Step) async throws -> Outcome {
        switch step {
        case .postgres: try await findPostgres()
        case .settings: try await writeSettings()
        case .masterKey: try await makeMasterKey()
        case .owner: try await makeOwner()
        case .database: try await makeDatabase()
        case .migrations: try await migrate()
        case .community: try await makeCommunity()
        case .invite: try await makeInvite()
        case .services: try await startServices()
        }
    }

    private func summary(_ changes: Int) -> String {
        guard changes > 0 else { return "Everything was in place. Nothing was changed." }
        return isDryRun ? "Nothing was changed: this is what a run would do." : "Davenport is set up."
    }

    /// Says what a change is: what was done, or what would be.
    func change(_ done: String, orInDryRun planned: String, _ make: () async throws -> Void) async throws -> Outcome {
        if isDryRun { return .changed(planned) }
        try await make()
        return .changed(done)
    }

    /// The configuration in the folder of settings; nil if it lacks the database's URLs, as before the first run.
    func configuration() throws -> Configuration? {
        let configuration = try Configuration(folder.values)
        guard configuration.databaseRoles == .separate else {
            throw Failure("The settings have DATABASE_ROLES=single, and setup makes separate roles: see docs/deploy/heroku.md.")
        }
        let urls = [configuration.databaseURL, configuration.pushDatabaseURL, configuration.migrationDatabaseURL]
        return urls.contains(nil) ? nil : configuration
    }

    /// The configuration names every database, so no command uses that of `davenport dev`.
    var options: DatabaseOptions {
        var options = DatabaseOptions()
        options.data = folder.path
        return options
    }

    /// Returns what a role finds when it logs in with its URL; nil if it can't.
    func facts(_ login: Login, _ configuration: Configuration) async -> DatabaseFacts? {
        guard let pool = try? login.pool(configuration, options) else { return nil }
        let facts = try? await InspectDatabase(Database(pool: pool, clock: .system))()
        await pool.close(grace: .zero)
        return facts
    }

    /// Returns the configuration; nil in a dry run whose steps before would have made what this one needs.
    func reachable(by login: Login) async throws -> Configuration? {
        guard let configuration = try configuration() else { return nil }
        guard isDryRun else { return configuration }
        return await facts(login, configuration) == nil ? nil : configuration
    }
}
