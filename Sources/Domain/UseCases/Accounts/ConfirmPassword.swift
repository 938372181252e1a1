import DavenportAPI
import Secrets

extension UseCases {
    /// Verifies the caller's password before an action for which a stolen token must not be enough.
    ///
    /// It returns the user's credentials with the password's number, a counter that each change of the password raises. The
    /// action's transaction compares the counter when it locks the user's row, and so notices a change in the meantime.
    ///
    /// Verifies the password, which costs one hash.
    /// - Throws: `wrongPassword`; or `tooManyRequests` after too many wrong passwords, without computing a hash.
    func confirmPassword(_ password: String, of caller: Caller) async throws -> AccountRepository.Credentials {
        try await passwords.admit(caller.tenant, from: caller.address) {
            try await throttle.attempt(.currentPassword(of: caller), for: caller) {
                try await verified(password, of: caller)
            }
        }
    }

    private func verified(_ password: String, of caller: Caller) async throws -> AccountRepository.Credentials {
        let known = try await database.transaction(for: caller, .singleRoundTrip) {
            try await AccountRepository($0).credentials(of: caller.userID)
        }
        let verification = try await passwords.verify(password, against: known?.passwordHash, for: caller.tenant)
        guard let known, verification.matches else {
            throw await wrong(.wrongPassword, .passwordWrong, by: .user(caller.userID), for: caller)
        }
        return known
    }
}
