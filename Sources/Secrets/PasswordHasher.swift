import Synchronization

/// Hashes and verifies passwords with scrypt, on threads of its own. One hash is a quarter of a second of work, which
/// would delay other requests on the threads of Swift's tasks.
///
/// If `queueLimit` hashes are waiting, another one is refused at once. A task that is cancelled while it waits leaves
/// the queue before any work is done.
///
/// The queue is fair between owners by cost: a hash with four times the work of a standard hash counts as four. So a
/// tenant's expensive stored hashes delay only that tenant's log-ins. Other tenants wait at most for the hashes that
/// already run.
public final class PasswordHasher: Sendable {
    private let parameters: ScryptParameters
    private let threads: BoundedThreads
    /// The maximum number of hashes that wait, not counting those that are being computed.
    public let queueLimit: Int
    private let count = Atomic(0)

    /// Creates a hasher with threads of its own.
    /// - Parameters:
    ///   - parameters: the cost of new hashes. Stored hashes are verified with the cost that they have.
    ///   - threads: the maximum number of hashes that are computed at once, 1 or more.
    ///   - queueLimit: the maximum number of hashes that wait, 0 or more.
    public convenience init(parameters: ScryptParameters = .standard, threads: Int = 2, queueLimit: Int = 64) {
        self.init(parameters: parameters, on: BoundedThreads(label: "password-hash", threads: threads, queueLimit: queueLimit))
    }

    init(parameters: ScryptParameters, on threads: BoundedThreads) {
        self.parameters = parameters
        self.threads = threads
        queueLimit = threads.queueLimit
    }

    /// The number of hashes that `hash` and `verify` have computed so far. Tests use it to count work instead of
    /// measuring time.
    public var hashCount: Int { count.load(ordering: .relaxed) }

    /// The number of hashes that are being computed, and the number of hashes that wait.
    public var load: (running: Int, waiting: Int) { (threads.runningCount, threads.waitingCount) }

    /// Hashes a password with a new salt and returns the text to store.
    ///
    /// - Parameters:
    ///   - password: the password in Unicode normal form C.
    ///   - owner: the owner of the work, such as a tenant. The queue shares the threads fairly between owners.
    /// - Throws: `PasswordHasherError`; `CancellationError` if the task is cancelled while it waits.
    public func hash(_ password: String, for owner: String = "") async throws -> String {
        let salt = Randomness.bytes(PasswordHash.saltLength)
        let hash = try await derive(password, salt: salt, parameters: parameters, for: owner)
        return PasswordHash(parameters: parameters, salt: salt, hash: hash).text
    }

    /// Checks a password against a stored hash. It always computes exactly one hash, so that its time doesn't reveal
    /// whether an account exists. If there is no acceptable stored hash, it computes some hash and discards it.
    ///
    /// - Parameters:
    ///   - password: the password in Unicode normal form C.
    ///   - stored: a result of `hash`; nil if there is no such account.
    ///   - owner: the owner of the work, such as a tenant. The queue shares the threads fairly between owners.
    /// - Throws: `PasswordHasherError`; `CancellationError` if the task is cancelled while it waits.
    public func verify(_ password: String, against stored: String?, for owner: String = "") async throws -> PasswordVerification {
        let expected = stored.flatMap(PasswordHash.init)
        let salt = expected?.salt ?? [UInt8](repeating: 0, count: PasswordHash.saltLength)
        let hash = try await derive(password, salt: salt, parameters: expected?.parameters ?? parameters, for: owner)
        guard let expected, constantTimeEquals(hash, expected.hash) else { return PasswordVerification(matches: false, needsRehash: false) }
        return PasswordVerification(matches: true, needsRehash: expected.parameters != parameters)
    }

    private func derive(_ password: String, salt: [UInt8], parameters: ScryptParameters, for owner: String) async throws -> [UInt8] {
        do {
            return try await threads.run(cost: parameters.cost, for: owner) { [self] in
                count.add(1, ordering: .relaxed)
                return try parameters.derive(PasswordHash.hashLength, password: password, salt: salt)
            }
        } catch is BoundedThreads.QueueFull {
            throw PasswordHasherError.busy
        }
    }
}

/// The result of checking a password.
public struct PasswordVerification: Sendable, Equatable {
    /// Whether the password is correct.
    public let matches: Bool
    /// Whether the password is correct but its stored hash has another cost than new hashes. If so, the caller should
    /// hash the password again while it knows it.
    public let needsRehash: Bool
}

/// The reason why a password could be neither hashed nor verified.
public enum PasswordHasherError: Error {
    /// Too many hashes wait already. The caller may try again later.
    case busy
    /// The system had no memory for the hash.
    case outOfMemory
}
