import DavenportAPI
import Foundation
import Logging
import Secrets

extension UseCases {
    /// Logs a user in with their e-mail address and password.
    ///
    /// The error is the same for a wrong address, a wrong password, and a suspended or deleted account. The response also
    /// takes equally long, so that the client can't find out which of them is wrong.
    public func logIn(_ applicant: Applicant, _ input: NewSession) async throws -> SignedIn {
        try await passwords.admit(applicant.tenant, from: applicant.address) {
            try await throttle.attempt(.logIn(as: applicant.email, from: applicant.address), for: applicant) {
                try await beginSession(applicant, input)
            }
        }
    }

    private func beginSession(_ applicant: Applicant, _ input: NewSession) async throws -> SignedIn {
        let known = try await credentials(of: applicant)
        let password = applicant.password.nfc
        let verification = try await passwords.verify(password, against: known?.passwordHash, for: applicant.tenant)
        guard let known, verification.matches, !known.suspended || known.isSuspensionOver else {
            throw await wrong(.invalidCredentials, .logInFailed, by: .anybody, on: known?.userID, for: applicant)
        }
        let signedIn = try await database.transaction(for: applicant) { transaction in
            // The lock orders this log-in with a change of the password and a suspension: one that comes later ends this session.
            let accounts = AccountRepository(transaction)
            if known.suspended, try await accounts.liftEndedSuspension(of: known.userID) {
                try await transaction.audit(.userResumed, by: .user(known.userID))
            }
            guard let me = try await accounts.lockedMe(known.userID, passwordNumber: known.passwordNumber) else {
                throw Problem(.invalidCredentials)
            }
            try await transaction.audit(.loggedIn, by: .user(me.id))
            try await announceSignIn(of: me, from: applicant.address, deviceName: input.deviceName, transaction)
            return try await BeginSession(transaction: transaction)(for: me, source: .login, deviceName: input.deviceName)
        }
        if verification.needsRehash { rehashAfterwards(known, password, applicant) }
        return signedIn
    }

    private func credentials(of applicant: Applicant) async throws -> AccountRepository.Credentials? {
        guard applicant.email.isStorable, applicant.email.utf8.count <= AccountRules.emailBytes else { return nil }
        return try await database.transaction(for: applicant, .singleRoundTrip) { transaction in
            try await AccountRepository(transaction).credentials(email: applicant.email.trimmed)
        }
    }

    /// Replaces the stored hash by one with newer parameters, after the response was sent. Otherwise the delay would
    /// reveal that the password was right.
    private func rehashAfterwards(_ known: AccountRepository.Credentials, _ password: String, _ applicant: Applicant) {
        Task {
            do {
                let hash = try await passwords.hash(password, for: applicant.tenant)
                try await database.transaction(for: applicant, .singleRoundTrip) { transaction in
                    try await AccountRepository(transaction).rehash(known.userID, from: known.passwordHash, to: hash)
                }
            } catch {
                logger.warning("A password keeps its old hash parameters until the next log-in: \(error)")
            }
        }
    }
}
