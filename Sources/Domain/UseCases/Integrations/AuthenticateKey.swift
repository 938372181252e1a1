import DavenportAPI
import Secrets

extension UseCases {
    /// Finds the holder of a key by the key's secret.
    /// - Parameter text: the secret from the request's path, with a file extension or without.
    /// - Throws: `notFound` for a wrong secret, one for another purpose, and one of a suspended tenant or user.
    public func authenticateKey(
        secret text: String?, for purpose: AccessKeyPurpose, from address: ClientAddress = .unknown
    ) async throws -> KeyHolder {
        let stem = text.map { $0.hasSuffix(AccessKeyRules.calendarExtension) ? String($0.dropLast(4)) : $0 }
        guard let secret = stem.flatMap({ KeySecret($0) }) else { throw Problem(.notFound) }
        let found = try await database.transaction(in: secret.tenant, .singleRoundTrip) {
            try await AccessKeyRepository($0).holder(of: secret, for: purpose, from: address)
        }
        if let found { return found }
        let standing = try await database.transaction(in: secret.tenant, .singleRoundTrip) { try await TenantRepository($0).standing() }
        throw standing == .moving ? Problem.unavailable() : Problem(.notFound)
    }
}
