import Synchronization

/// Hashes and verifies passwords with scrypt, on threads of its own: never on those of Swift's tasks, where a quarter of a second of
/// work would hold up everybody else's requests.
///
/// What waits beyond `queueLimit` is turned away at once instead of piling up. A task that is cancelled while waiting leaves the queue
/// without any work done.
///
/// Hashes that wait take turns by owner and by cost: a hash that is four times the work of a standard one counts as four. So the stored
/// hashes of one tenant, however expensive, delay its own log-ins and nobody else's by more than the hashes that already run.
public final class PasswordHasher: Sendable {
    private let parameters: ScryptParameters
    private let threads: BoundedThreads
    /// How many may wait besides those that are computed.
    public let queueLimit: Int
    private let count = Atomic(0)

    /// - Parameters:
    ///   - parameters: How new hashes are made. Stored ones are verified with their own.
    ///   - threads: How many hashes are computed at once, 1 or more.
    ///   - queueLimit: How many may wait besides, 0 or more.
    public convenience init(parameters: ScryptParameters = .standard, threads: Int = 2, queueLimit: Int = 64) {
        self.init(parameters: parameters, on: BoundedThreads(label: "password-hash", threads: threads, queueLimit: queueLimit))
    }

    init(parameters: ScryptParameters, on threads: BoundedThreads) {
        self.parameters = parameters
        self.threads = threads
        queueLimit = threads.queueLimit
    }

    /// How many hashes have been computed so far, by `hash` and `verify`: tests count the work, they don't time it.
    public var hashCount: Int { count.load(ordering: .relaxed) }

    /// How many hashes are being computed, and how many wait.
    public var load: (running: Int, waiting: Int) { (threads.runningCount, threads.waitingCount) }

    /// A new hash with a salt of its own, as text to be stored.
    ///
    /// - Parameters:
    ///   - password: In Unicode normal form C.
    ///   - owner: Whose turn it takes among those who wait.
    /// - Throws: `PasswordHasherError`, or `CancellationError` when cancelled while waiting.
    public func hash(_ password: String, for owner: String = "") async throws -> String {
        let salt = Randomness.bytes(PasswordHash.saltLength)
        let hash = try await derive(password, salt: salt, parameters: parameters, for: owner)
        return PasswordHash(parameters: parameters, salt: salt, hash: hash).text
    }

    /// Whether the password is the one that was hashed. Exactly one hash is computed whatever the answer, so that its time tells
    /// nobody whether there is such an account: with nothing stored, or something that isn't acceptable, it is computed in vain.
    ///
    /// - Parameters:
    ///   - password: In Unicode normal form C.
    ///   - stored: What `hash` answered once; nil where there is no such account.
    ///   - owner: Whose turn it takes among those who wait.
    /// - Throws: `PasswordHasherError`, or `CancellationError` when cancelled while waiting.
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

/// What verifying a password found.
public struct PasswordVerification: Sendable, Equatable {
    /// The password is the right one.
    public let matches: Bool
    /// It is right, but hashed with other parameters than new ones are: to be hashed again while the password is at hand.
    public let needsRehash: Bool
}

/// Why a password could be neither hashed nor verified.
public enum PasswordHasherError: Error {
    /// As many as may wait are waiting already. Worth trying again later.
    case busy
    /// The system would not give the memory for the hash.
    case outOfMemory
}
