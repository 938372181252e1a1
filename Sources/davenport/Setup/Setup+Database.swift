import Domain
import Logging
import Postgres
import Programs
import Secrets
import Settings

/// The steps that make the settings, the database and its roles.
extension Setup {
    func findPostgres() async throws -> Outcome {
        let facts = try await superuser.login { try await InspectDatabase($0)() }
        guard facts.versionNumber >= Checkup.oldestVersion else { throw Failure("\(facts.version) is too old: 15 or newer is needed.") }
        guard facts.seesAll, facts.mayMakeRoles, !facts.isStandby else {
            throw Failure("\(facts.role) must be a superuser of the primary, since it makes a role that sees every community's rows.")
        }
        return .kept("\(facts.version), reached as \(facts.role)")
    }

    func writeSettings() async throws -> Outcome {
        _ = try configuration()
        let values = folder.values
        let port = try await superuser.login { try await CreateDatabase($0).port() }
        let logins = ["DATABASE_URL", "PUSH_DATABASE_URL", "MIGRATION_DATABASE_URL"].compactMap { values[$0].flatMap(DatabaseLogin.init) }
        let url = { (role: String) in
            try superuser.url(
                of: role, password: Randomness.bytes(24).hexadecimal, database: logins.first?.database ?? "davenport", port: port)
        }
        var programs = [("DATABASE_URL", try url("davenport_app")), ("PUSH_DATABASE_URL", try url("davenport_push_worker"))]
        programs += [("PUBLIC_URL", "https://\(community.domain)"), ("TRUSTED_PROXIES", "1")]
        if values["MASTER_KEY"] == nil { programs.append(("MASTER_KEY_FILE", folder.masterKey)) }
        let missing = programs.filter { values[$0.0] == nil }
        let owner = values["MIGRATION_DATABASE_URL"] == nil ? [("MIGRATION_DATABASE_URL", try url("davenport_owner"))] : []
        let isToShare = folder.isToShare(folder.programs)
        guard !missing.isEmpty || !owner.isEmpty || isToShare else { return .kept("all are in \(folder.programs) and \(folder.operators)") }
        let names = (missing + owner).map(\.0).joined(separator: ", ")
        let what = names.isEmpty ? "rights of \(folder.programs)" : "\(names) in \(folder.path)"
        return try await change("set \(what)", orInDryRun: "would set \(what)") {
            try folder.make()
            if !missing.isEmpty { try await folder.add(missing, to: folder.programs, isShared: true) }
            if !owner.isEmpty { try await folder.add(owner, to: folder.operators, isShared: false) }
            if isToShare { try folder.share(folder.programs) }
        }
    }

    func makeMasterKey() async throws -> Outcome {
        let values = folder.values
        guard values["MASTER_KEY"] == nil else { return .kept("is in the settings") }
        let file = values["MASTER_KEY_FILE"] ?? folder.masterKey
        if folder.has(file) {
            _ = try DatabaseOptions.masterKey(in: file)
            guard folder.isToShare(file) else { return .kept("is in \(file)") }
            return try await change("set the rights of \(file)", orInDryRun: "would set the rights of \(file)") { try folder.share(file) }
        }
        return try await change("made in \(file)", orInDryRun: "would be made in \(file)") {
            try await folder.write(MasterKey.generate() + "\n", to: file, isShared: true)
        }
    }

    func makeOwner() async throws -> Outcome {
        guard let (configuration, owner) = try owner() else { return .changed("would make davenport_owner") }
        let exists = try await superuser.login { try await CreateDatabase($0).hasOwner(owner.role) }
        // A role of an earlier installation may have another password.
        if exists, await facts(.owner, configuration) != nil { return .kept("\(owner.role) is there") }
        let verb = exists ? "set the password of" : "made"
        return try await change("\(verb) \(owner.role)", orInDryRun: "would make \(owner.role), or set its password") {
            try await superuser.login { try await CreateDatabase($0).createOwner(owner.role, password: owner.password) }
        }
    }

    func makeDatabase() async throws -> Outcome {
        guard let (configuration, owner) = try owner() else { return .changed("would make davenport") }
        if let holder = try await superuser.login({ try await CreateDatabase($0).owner(of: owner.database) }) {
            guard let facts = await facts(.owner, configuration) else {
                if isDryRun { return .kept("\(owner.database) is there") }
                throw Failure("\(owner.role) can't log in to \(owner.database): are MIGRATION_DATABASE_URL and pg_hba.conf right?")
            }
            guard facts.mayMigrate else {
                throw Failure("\(owner.database) belongs to \(holder): let that role give it to \(owner.role), or name another database.")
            }
            return .kept("\(owner.database) is there")
        }
        return try await change("made \(owner.database)", orInDryRun: "would make \(owner.database)") {
            try await superuser.login { try await CreateDatabase($0)(owner.database, ownedBy: owner.role) }
        }
    }

    func migrate() async throws -> Outcome {
        guard let configuration = try await reachable(by: .owner) else { return .changed("would apply all, and make the programs' roles") }
        return try await asOwner(options, configuration) { useCases, pool, logger in
            // Their number is in the step's line. A line each would bury the other steps.
            var warnings = logger
            warnings.logLevel = .warning
            let migration = try await DatabaseMigration(useCases, pool, configuration, isSingleRole: false, warnings)
            let status = try await migration.migrator.status(pool)
            let mayServe = await facts(.server, configuration)?.mayServe == true
            let mayPush = await facts(.worker, configuration)?.mayPush == true
            let isCurrent = status.pending.isEmpty && status.changedDefinitions.isEmpty && status.unknown.isEmpty
            if isCurrent, mayServe, mayPush { return .kept("\(status.applied.count) applied; the programs' roles are there") }
            return try await change(
                "applied \(status.pending.count), and made the programs' roles",
                orInDryRun: "would apply \(status.pending.count), and make the programs' roles"
            ) { _ = try await migration.run() }
        }
    }

    /// Returns the configuration with the owner's login; nil before the settings are written.
    private func owner() throws -> (Configuration, DatabaseLogin)? {
        guard let configuration = try configuration(), let url = configuration.migrationDatabaseURL else { return nil }
        guard let login = DatabaseLogin(url: url) else { throw Failure("MIGRATION_DATABASE_URL must name the owner's role.") }
        return (configuration, login)
    }
}
