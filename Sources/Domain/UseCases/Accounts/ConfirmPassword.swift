import DavenportAPI
import Secrets

/// Makes sure that whoever holds a session also knows the account's password: a step of what a stolen session must not do.
///
/// A transaction that comes after it locks the person with the number of these credentials, and so sees whether the password was changed
/// meanwhile.
struct ConfirmPassword {
    let dependencies: Dependencies

    /// Takes one hash.
    /// - Throws: `wrongPassword`; `tooManyRequests`, without a hash, after too many of them.
    func callAsFunction(_ password: String, of caller: Caller) async throws -> AccountRepository.Credentials {
        try await dependencies.passwords.admit(caller.tenant, from: caller.address) {
            try await dependencies.throttle.attempt(.currentPassword(of: caller), for: caller) {
                try await verified(password, of: caller)
            }
        }
    }

    private func verified(_ password: String, of caller: Caller) async throws -> AccountRepository.Credentials {
        let known = try await dependencies.database.transaction(for: caller, .singleRoundTrip) {
            try await AccountRepository($0).credentials(of: caller.userID)
        }
        let verification = try await dependencies.passwords.verify(password, against: known?.passwordHash, for: caller.tenant)
        guard let known, verification.matches else {
            throw await dependencies.wrong(.wrongPassword, .passwordWrong, by: .user(caller.userID), for: caller)
        }
        return known
    }
}
