import Secrets

/// Passwords hashed and verified on threads of their own. A full queue is `unavailable`, so that log-ins never crowd out the rest.
struct Passwords: Sendable {
    private static let retryAfter = 2
    private let hasher: PasswordHasher

    init(_ hasher: PasswordHasher) {
        self.hasher = hasher
    }

    /// - Parameter password: in normal form C.
    func hash(_ password: String) async throws -> String {
        try await unlessBusy { try await hasher.hash(password) }
    }

    /// Does the same work whether there is a stored hash or not.
    func verify(_ password: String, against stored: String?) async throws -> PasswordVerification {
        try await unlessBusy { try await hasher.verify(password, against: stored) }
    }

    private func unlessBusy<Result>(_ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch PasswordHasherError.busy { throw DomainError.unavailable(retryAfter: Self.retryAfter) }
    }
}
