import DavenportAPI
import Secrets

/// Verifies the caller's password before an action for which a stolen token must not be enough.
///
/// It returns the user's credentials with the password's number, a counter that each change of the password raises. The
/// action's transaction compares the counter when it locks the user's row, and so notices a change in the meantime.
struct ConfirmPassword {
    let dependencies: Dependencies

    /// Verifies the password, which costs one hash.
    /// - Throws: `wrongPassword`; or `tooManyRequests` after too many wrong passwords, without computing a hash.
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
