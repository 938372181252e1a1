import Catalogue
import DavenportAPI
import Domain
import Foundation
import Postgres
import Programs
import Push
import Schema
import Secrets
import Settings

/// Checks everything that a deployment needs to run, and changes nothing.
struct Checkup {
    let configuration: Configuration
    let options: DatabaseOptions
    /// The variables from which the configuration was read: all of them, and those of the file `.env`.
    let variables: (all: [String: String], file: [String: String])

    /// The oldest PostgreSQL version that has every feature the programs use. It is version 15, in the form in which
    /// the server reports it.
    static let oldestVersion = 150_000
    /// The maximum tolerated difference between the clocks of this machine and of PostgreSQL, in seconds. The checks of
    /// Apple's tokens and of sessions tolerate the same difference.
    private static let clockTolerance = 5.0

    private var isSingleRole: Bool { options.isSingleRole(configuration) }

    private static let singleRole = "one does everything: row security binds requests, but not an injection of SQL"

    /// Runs all checks, and returns one finding for each, in the order in which an operator should fix them.
    func findings() async -> [Finding] {
        var found = [await names(), await files()] + (await doors())
        var reached: [CheckedLogin] = []
        for login in Login.allCases where login.isConfigured(configuration, options) {
            found.append(
                await Finding("\(login)'s database") {
                    let checked = try await CheckedLogin(login, try login.pool(configuration, options))
                    reached.append(checked)
                    return try Self.place(checked, besides: reached[0])
                })
        }
        if let checked = reached.first {
            found.append(await Self.version(checked))
            found.append(await connections(checked))
            found.append(await migrations(reached))
            for checked in reached { found.append(await role(checked)) }
            if isSingleRole { found.append(.ok("roles", Self.singleRole)) }
            found.append(await Self.clock(checked))
            found.append(await Self.standbys(reached))
            found.append(await Self.archive(checked))
            if let owner = reached.first(where: { $0.login == .owner }) { found.append(await timeZones(owner)) }
            if let reader = reached.first(where: { $0.login != .server }) { found.append(await reports(reader)) }
        }
        found += await metricsPorts()
        found += await keys(reached)
        found.append(await mail())
        if configuration.tmdbKey != nil { found.append(await catalogue()) }
        if let settings = OpenSubtitlesSettings(configuration) { found.append(await subtitles(settings)) }
        for checked in reached { await checked.pool.close(grace: .zero) }
        return found
    }

    /// Checks that the files and folders that the configuration names are usable.
    private func files() async -> Finding {
        await Finding("files") {
            _ = try SignedPayloads.configured(configuration)
            let lists = try WordFiles.read(configuration)
            guard FileManager.default.isWritableFile(atPath: configuration.temporaryFolder) else {
                throw Failure("Nothing can be written to \(configuration.temporaryFolder), where uploads wait: set TMPDIR.")
            }
            if let file = configuration.apnsCAFile, !FileManager.default.isReadableFile(atPath: file) {
                throw Failure("APNS_CA_FILE names a file that can't be read: \(file)")
            }
            return "words of \(lists.map(\.language).sorted().joined(separator: ", ")); uploads wait in \(configuration.temporaryFolder)"
        }
    }

    /// Checks that PostgreSQL knows every time zone that users have set. If a user has quiet hours in an unknown time
    /// zone, the worker holds back all notifications to the user.
    private func timeZones(_ owner: CheckedLogin) async -> Finding {
        await Finding("time zones") {
            let unknown = try await FindUnknownTimeZones(owner.database, areas: Areas.all)()
            guard let first = unknown.first else { return "all that are set are known" }
            let others = unknown.count > 1 ? " and \(unknown.count - 1) more zones" : ""
            throw Failure("PostgreSQL doesn't know \(first.name), which \(first.count) have set\(others): update its machine's tzdata.")
        }
    }

    /// Checks that no report waits longer for a decision than it should.
    private func reports(_ reader: CheckedLogin) async -> Finding {
        await Finding("reports") {
            let overdue = try await FindOverdueReports(reader.database)()
            guard !overdue.isEmpty else { return "none is overdue" }
            let places = overdue.map { "\($0.count) in \($0.slug)" }.joined(separator: ", ")
            throw Failure("Reports wait longer than 24 hours, \(places): davenport report list --tenant \(overdue[0].slug) --overdue")
        }
    }

    // MARK: The database

    private static func place(_ checked: CheckedLogin, besides first: CheckedLogin) throws -> String {
        guard !checked.facts.isStandby else {
            throw Failure("It only follows another server, and accepts no writes: point \(checked.login.key) to the primary.")
        }
        guard checked.facts.place == first.facts.place else {
            throw Failure("It isn't the \(first.login)'s: have \(first.login.key) and \(checked.login.key) point to the same database.")
        }
        return "reached as \(checked.facts.role)"
    }

    private static func version(_ checked: CheckedLogin) async -> Finding {
        await Finding("version") {
            guard checked.facts.versionNumber >= oldestVersion else {
                throw Failure("PostgreSQL \(checked.facts.version) is too old: 15 or newer is needed.")
            }
            return "PostgreSQL \(checked.facts.version)"
        }
    }

    /// Checks that the database has exactly this program's migrations. If the owner's database login is configured, it
    /// uses this one, because only the owner can also see changed migrations and functions.
    private func migrations(_ reached: [CheckedLogin]) async -> Finding {
        await Finding("migrations") {
            let schema = try Schema.load()
            guard let owner = reached.first(where: { $0.login == .owner }) else {
                try Self.refuse(missing: try await FindMissingMigrations(reached[0].database)(of: schema.migrations.map(\.name)))
                return "\(schema.migrations.count) applied"
            }
            let logger = configuration.logger(label: "davenport")
            let role = isSingleRole ? try await AdoptSingleRole(owner.database).role() : nil
            let roles = role.map { SingleRole.mapping(role: $0, policies: schema.singleRole) }
            let status = try await Migrator(
                migrations: schema.migrations, definitions: schema.definitions, roles: roles, logger: logger
            ).status(owner.pool)
            if let newest = status.unknown.last {
                throw Failure("The database is newer than this program, by \(newest): use the newer program.")
            }
            if let changed = status.changed.first { throw Failure("\(changed) was changed after it was applied: restore the program.") }
            try Self.refuse(missing: status.pending)
            guard status.changedDefinitions.isEmpty else { throw Failure("Functions or views have changed: davenport migrate") }
            return "\(status.applied.count) applied"
        }
    }

    private static func refuse(missing: [String]) throws {
        guard let first = missing.first else { return }
        let others = missing.count > 1 ? " and \(missing.count - 1) more" : ""
        throw Failure("\(first)\(others) to be applied: davenport migrate")
    }

    private func role(_ checked: CheckedLogin) async -> Finding {
        await Finding("\(checked.login)'s role") {
            let (facts, key) = (checked.facts, checked.login.key)
            guard checked.login == .owner else {
                try await requireBoundRole(checked.database, from: key, isSingleRole: isSingleRole)
                guard isSingleRole || (checked.login == .server ? facts.mayServe : facts.mayPush) else {
                    throw Failure("\(facts.role) lacks the \(checked.login)'s rights: davenport migrate gives them, with \(key) set.")
                }
                return "\(facts.role) has the \(checked.login)'s rights, and row security binds it"
            }
            guard isSingleRole || facts.seesAll else {
                throw Failure("\(facts.role) must see every row: ALTER ROLE \(facts.role) BYPASSRLS")
            }
            guard facts.mayMigrate else { throw Failure("\(facts.role) doesn't own the tables: set \(key) to the role that does.") }
            guard isSingleRole || facts.mayMakeRoles else {
                throw Failure("\(facts.role) can't make roles: ALTER ROLE \(facts.role) CREATEROLE")
            }
            return "\(facts.role) may migrate, and sees every row"
        }
    }

    private static func clock(_ checked: CheckedLogin) async -> Finding {
        await Finding("clock") {
            let seconds = Int(abs(checked.lead).rounded(.up))
            guard checked.lead.magnitude <= clockTolerance else {
                let side = checked.lead > 0 ? "ahead of" : "behind"
                throw Failure("PostgreSQL's is \(seconds) s \(side) this machine's: set both by NTP.")
            }
            return checked.lead == 0 ? "as PostgreSQL's" : "within \(seconds) s of PostgreSQL's"
        }
    }

    /// Checks how the standbys follow the database, with the login that has the most rights.
    private static func standbys(_ reached: [CheckedLogin]) async -> Finding {
        await Finding("standbys") {
            guard let checked = reached.last else { return "none" }
            let facts = try await ShowStandbys(checked.database)()
            if facts.waits, facts.synchronous == 0 {
                throw Failure("Every commit waits for one, and none follows: start it, or empty synchronous_standby_names.")
            }
            guard facts.count > 0 else { return "none" }
            guard let synchronous = facts.synchronous, let lag = facts.lag else {
                return "\(facts.count); GRANT pg_read_all_stats TO \(checked.facts.role) shows how far behind"
            }
            let losses = synchronous > 0 ? "" : ", so a failover may lose the last ones"
            return "\(facts.count), at most \(lag) bytes behind; commits wait for \(synchronous)\(losses)"
        }
    }

    /// Checks that the archive takes PostgreSQL's log, if there is one.
    private static func archive(_ checked: CheckedLogin) async -> Finding {
        await Finding("archive") {
            switch try await ShowArchive(checked.database)() {
            case .off: "none, so only backups can be restored, and no moment between them"
            case .works: "takes PostgreSQL's log"
            case .fails(let since):
                throw Failure("PostgreSQL couldn't archive its log at \(Timestamp.text(since)), and keeps it: its log says why.")
            }
        }
    }

    // MARK: Keys, and the world

    /// Checks the master key, and whether Apple can be reached in each environment for which a tenant has a push key, and Google.
    /// It needs the database login of the push worker or the owner, because no other login can read the push keys. If
    /// neither is configured, it returns no finding.
    private func keys(_ reached: [CheckedLogin]) async -> [Finding] {
        let reader = reached.first { checked in
            switch checked.login {
            case .server: false
            case .worker: isSingleRole || checked.facts.mayPush
            case .owner: isSingleRole || checked.facts.seesAll
            }
        }
        guard let checked = reader else { return [] }
        var sealed: [SealedKeys] = []
        let master = await Finding("master key") {
            sealed = try await ListSealedKeys(checked.database)()
            return try fit(sealed, isNeeded: reached.contains { $0.login == .worker })
        }
        var found = [master]
        for environment in PushEnvironment.allCases where sealed.contains(where: { $0.kind == .apns && $0.environment == environment }) {
            found.append(await apple(environment))
        }
        if sealed.contains(where: { $0.kind == .fcm }) { found.append(await android()) }
        return found
    }

    private func fit(_ sealed: [SealedKeys], isNeeded: Bool) throws -> String {
        let count = sealed.reduce(0) { $0 + $1.count }
        let isSet = configuration.masterKey != nil || configuration.masterKeyFile != nil || options.isPrivate(configuration)
        guard isSet || isNeeded && count > 0 else {
            return "none is set here, and \(count) push keys are encrypted; a server without MASTER_KEY or MASTER_KEY_FILE refuses webhooks"
        }
        let key = try options.masterKey(configuration)
        guard let other = sealed.first(where: { $0.kekID != key.id }) else { return "it opens all \(count) push keys" }
        throw Failure(
            "It is \(key.id), and \(other.count) of \(count) push keys are encrypted with \(other.kekID): "
                + "set that one, or encrypt them anew with davenport push key rotate-master.")
    }

    private func apple(_ environment: PushEnvironment) async -> Finding {
        let isSandbox = environment == .sandbox
        return await Finding("Apple's \(environment.rawValue)") {
            let target = try options.apnsTarget(configuration)
            let url = isSandbox ? target.sandboxURL : target.productionURL
            guard let fault = await PushServiceCheck.fault(url: url, caFile: target.caFile) else { return "\(url) is reachable" }
            throw Failure(
                "\(url): \(fault). Let this machine out there, or set \(isSandbox ? "APNS_SANDBOX_URL" : "APNS_PRODUCTION_URL").")
        }
    }

    private func android() async -> Finding {
        await Finding("Google") {
            guard let target = try options.fcmTarget(configuration) else { return "pushes to Android are off" }
            let url = target.url
            guard let fault = await PushServiceCheck.fault(url: url, caFile: target.caFile) else { return "\(url) is reachable" }
            throw Failure("\(url): \(fault). Let this machine out there, or set FCM_URL.")
        }
    }

    private func catalogue() async -> Finding {
        let settings = TMDBSettings(configuration, key: configuration.tmdbKey ?? "")
        return await Finding("catalogue") {
            guard let fault = await ProviderCheck.fault(settings) else {
                let pictures = settings.hasPictures ? "readers load its pictures from its host" : "its pictures are off"
                return "\(configuration.tmdbBaseURL) answers; \(pictures)"
            }
            throw Failure("\(fault) Is TMDB_API_KEY right, and may this machine connect to \(configuration.tmdbBaseURL)?")
        }
    }

    private func subtitles(_ settings: OpenSubtitlesSettings) async -> Finding {
        await Finding("subtitles") {
            guard let fault = await ProviderCheck.fault(settings) else { return "\(settings.baseURL) answers" }
            throw Failure("\(fault) Are the settings OPENSUBTITLES_… right, and may this machine connect to \(settings.baseURL)?")
        }
    }
}
