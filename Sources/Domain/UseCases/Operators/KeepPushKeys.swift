import DavenportAPI
import Foundation
import Secrets

/// Sets the key that a tenant pushes to an app with: an operator's work. It is sealed and never readable again.
public struct SetPushKey: Sendable {
    private let database: Database
    private let masterKey: MasterKey

    public init(_ dependencies: Dependencies, _ masterKey: MasterKey) {
        database = dependencies.database
        self.masterKey = masterKey
    }

    /// Replaces the one of the same app and environment.
    /// - Throws: `invalid` naming `team`, `keyId`, `topic` or `p8`.
    public func callAsFunction(_ tenant: Tenant, _ key: NewPushKey) async throws {
        let signingKey = try checked(key)
        let digest = Digest.sha256(signingKey.verifyingKey.pem.utf8)
        try await database.transaction(in: tenant.id) { transaction in
            let id = UUID.version7(at: transaction.now)
            let envelope = Envelope(
                sealing: Array(key.p8.utf8), under: masterKey, for: SealedPushCredential.place(of: id, in: tenant.id))
            try await PushCredentialRepository(transaction).set(id, key, digest: digest, envelope)
            try await transaction.audit(.pushKeySet, by: .operator, on: id, detail: key.environment.rawValue)
        }
    }

    private func checked(_ key: NewPushKey) throws -> SigningKey {
        var faults: [FieldFault] = []
        for (field, text) in [("team", key.teamID), ("keyId", key.keyID)] where text.wholeMatch(of: /[A-Z0-9]{10}/) == nil {
            faults.append(FieldFault(field: field, code: .malformed, message: "must be 10 letters and digits, as Apple shows it"))
        }
        if key.topic.wholeMatch(of: /[A-Za-z0-9._-]{1,155}/) == nil {
            faults.append(FieldFault(field: "topic", code: .malformed, message: "must be an app's bundle id, as org.example.sofa"))
        }
        do {
            let signingKey = try SigningKey(pem: key.p8)
            guard faults.isEmpty else { throw DomainError.invalid(faults) }
            return signingKey
        } catch let error as KeyError {
            throw DomainError.invalid(faults + [FieldFault(field: "p8", code: .malformed, message: "isn't usable: \(error)")])
        }
    }
}

/// The keys that a tenant pushes with, without what is secret of them: an operator's work.
public struct ListPushKeys: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ tenant: Tenant) async throws -> [ListedPushKey] {
        try await database.roundTrip(in: tenant.id) { try await PushCredentialRepository($0).list() }
    }
}

/// Removes a key: an operator's work. What is to be pushed by it waits for another until it expires.
public struct RemovePushKey: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Throws: `invalid` naming `topic` where there is none for this app and environment.
    public func callAsFunction(_ tenant: Tenant, topic: String, environment: PushEnvironment) async throws {
        try await database.transaction(in: tenant.id) { transaction in
            guard let id = try await PushCredentialRepository(transaction).remove(topic: topic, environment: environment) else {
                throw DomainError.invalid("topic", .unknown, "has no \(environment.rawValue) key in this tenant")
            }
            try await transaction.audit(.pushKeyRemoved, by: .operator, on: id, detail: environment.rawValue)
        }
    }
}

/// Makes a tenant's dead notifications and those that wait to be tried again due now, and lets stopped keys go on: an operator's work.
public struct RetryPushes: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Returns: how many had been dead.
    public func callAsFunction(_ tenant: Tenant) async throws -> Int {
        try await database.roundTrip(in: tenant.id) { try await PushCredentialRepository($0).retry() }
    }
}

/// How it stands with every tenant's notifications: an operator's work.
public struct ShowPushStatus: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// By slug.
    public func callAsFunction() async throws -> [TenantPushStatus] {
        try await database.acrossTenants { try await PushKeyRepository($0).status() }
    }
}

/// Puts everything that is sealed under another master key: an operator's work. All of it or nothing.
public struct RotateMasterKey: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// A provider token that was sealed under neither stays as it is: workers make another when Apple takes one.
    /// - Returns: how many credentials.
    /// - Throws: `Envelope.Failure` where a credential was sealed under neither; nothing is changed then.
    public func callAsFunction(from old: MasterKey, to new: MasterKey) async throws -> Int {
        let tenants = try await database.transactionAcrossTenants { transaction in
            let repository = PushKeyRepository(transaction)
            let found = try await repository.lockedEnvelopes()
            for credential in found.credentials where credential.envelope.kekID != new.id {
                let envelope = try credential.envelope.rewrapped(from: old, to: new, for: credential.place)
                try await repository.rewrap(envelope, of: credential)
            }
            for token in found.tokens where token.envelope.kekID == old.id {
                try await repository.rewrap(token.envelope.rewrapped(from: old, to: new, for: token.key.place), of: token.key)
            }
            return found.credentials.map(\.tenantID)
        }
        for tenant in Set(tenants) {
            try await database.roundTrip(in: tenant) { try await $0.audit(.masterKeyRotated, by: .operator) }
        }
        return tenants.count
    }
}
