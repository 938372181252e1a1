import DavenportAPI
import Domain
import Secrets

/// The play settings of a tenant as its operator sees them, without the secret.
public struct PlaySettings: Sendable, Encodable {
    /// The language of the challenges that are created from now on.
    public let language: String
    /// The IANA name of the time zone in which the tenant's days begin and end.
    public let dayZone: String
    /// The apps of the tenant. Purchases made in other apps are refused.
    public let apps: [PlayApp]
}

/// A change of the play settings by an operator. A property that is nil changes nothing.
public struct PlaySettingsChange: Sendable {
    public var language: String?
    public var dayZone: String?
    public var secret: [UInt8]?
    public var addedApp: PlayApp?
    public var removedApp: String?

    /// Creates a change.
    /// - Parameters:
    ///   - secret: 32 bytes from which future puzzles are derived.
    ///   - addedApp: an app to add to the tenant's apps, so that purchases made in it count.
    ///   - removedApp: the bundle id of an app to remove, in both of Apple's environments.
    public init(
        language: String? = nil, dayZone: String? = nil, secret: [UInt8]? = nil, addedApp: PlayApp? = nil, removedApp: String? = nil
    ) {
        (self.language, self.dayZone, self.secret) = (language, dayZone, secret)
        (self.addedApp, self.removedApp) = (addedApp, removedApp)
    }

    /// A new random secret. Each access generates another one.
    public static var newSecret: [UInt8] { Randomness.bytes(PlayRules.secretLength) }
}

extension PlaySettingsChange {
    fileprivate var changesSettings: Bool { language != nil || dayZone != nil || secret != nil }
    fileprivate var changesApps: Bool { addedApp != nil || removedApp != nil }
}

/// Shows and changes the play settings of a tenant. A new language or secret applies to challenges that are created
/// later; a new day zone applies at once.
public struct ChangePlaySettings: Sendable {
    private let database: Database
    private let lists: WordLists

    /// Creates the use case.
    /// - Parameter lists: the word lists that the servers have. The language must be among theirs.
    public init(_ useCases: UseCases, _ lists: WordLists) {
        database = useCases.database
        self.lists = lists
    }

    /// Applies the change and records it in the audit log.
    /// - Returns: the settings after the change, without the secret.
    /// - Throws: `invalid` for a language without a word list, an unknown zone, a secret that isn't 32 bytes long, a
    ///   malformed bundle id, or the removal of an app that the tenant doesn't have.
    public func callAsFunction(_ tenant: Tenant, _ change: PlaySettingsChange) async throws -> PlaySettings {
        try await database.transaction(in: tenant.id) { transaction in
            let repository = PlaySettingsRepository(transaction)
            try await repository.make()
            try await repository.lock()
            let apps = PlayAppRepository(transaction)
            try await check(change, repository, apps)
            guard var settings = try await repository.settings() else { throw Problem(.tenantNotFound) }
            if change.changesSettings {
                settings.language = change.language ?? settings.language
                settings.dayZone = change.dayZone ?? settings.dayZone
                settings.secret = change.secret ?? settings.secret
                if change.dayZone != nil { try await PlayReminderRepository(transaction).holdDays() }
                try await repository.set(settings)
                if let zone = change.dayZone { try await PlayReminderRepository(transaction).moved(to: zone) }
            }
            if let removed = change.removedApp { try await apps.remove(bundle: removed) }
            if let added = change.addedApp { try await apps.add(added) }
            if change.changesSettings || change.changesApps { try await transaction.audit(.playSettingsChanged, by: .operator) }
            return PlaySettings(language: settings.language, dayZone: settings.dayZone, apps: try await apps.list())
        }
    }

    private func check(_ change: PlaySettingsChange, _ repository: PlaySettingsRepository, _ apps: PlayAppRepository) async throws {
        var faults: [FieldFault] = []
        if let language = change.language, !lists.languages.contains(language) {
            let known = lists.languages.joined(separator: ", ")
            faults.append(.init(field: "language", code: .unknown, message: "must be a language with a word list: \(known)"))
        }
        if let zone = change.dayZone, !(try await repository.knows(zone: zone)) {
            faults.append(.init(field: "dayZone", code: .unknown, message: "must be an IANA time zone, such as Europe/Berlin"))
        }
        if let secret = change.secret, secret.count != PlayRules.secretLength {
            faults.append(.init(field: "secret", code: .malformed, message: "must be 64 hexadecimal digits"))
        }
        if let app = change.addedApp, !BundleID.isOne(app.bundle) {
            faults.append(.init(field: "app", code: .malformed, message: BundleID.expectation))
        }
        if let bundle = change.removedApp, !(try await apps.list().contains { $0.bundle == bundle }) {
            faults.append(.init(field: "removeApp", code: .unknown, message: "must be one of the tenant's apps"))
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
    }
}

extension AuditEvent {
    static let playSettingsChanged = Self("tenant.play_changed")
}
