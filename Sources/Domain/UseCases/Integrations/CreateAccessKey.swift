import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Creates a key, by which another program does one thing for the caller.
    public func createAccessKey(_ caller: Caller, _ input: NewAccessKey) async throws -> AccessKeyWithURL {
        try await database.transaction(for: caller) { transaction in
            // The locked row makes concurrent requests count each other's keys.
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [])
            let keys = AccessKeyRepository(transaction)
            guard try await keys.count(of: caller.userID) < NewAccessKey.limit else { throw Problem(.limitReached) }
            let secret = KeySecret(tenant: caller.tenant.id)
            let key = AccessKey(
                id: .version7(at: transaction.now), purpose: input.purpose, account: input.account, name: input.name,
                createdAt: transaction.now)
            try await keys.insert(key, secret, of: caller.userID)
            try await transaction.audit(.accessKeyCreated, by: .user(caller.userID), on: key.id, detail: key.purpose.rawValue)
            return AccessKeyWithURL(key: key, url: AccessKeyRules.path(of: secret, for: key.purpose))
        }
    }
}
