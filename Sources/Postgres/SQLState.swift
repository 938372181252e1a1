/// PostgreSQL's five-character code for an error.
public struct SQLState: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The five characters.
    public let rawValue: String

    /// Creates a code. Appendix A of PostgreSQL's manual lists all codes.
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public static let featureNotSupported: SQLState = "0A000"
    public static let invalidTextRepresentation: SQLState = "22P02"
    public static let notNullViolation: SQLState = "23502"
    public static let foreignKeyViolation: SQLState = "23503"
    public static let uniqueViolation: SQLState = "23505"
    public static let checkViolation: SQLState = "23514"
    public static let readOnlyTransaction: SQLState = "25006"
    public static let inFailedTransaction: SQLState = "25P02"
    public static let idleInTransactionTimeout: SQLState = "25P03"
    public static let transactionTimeout: SQLState = "25P04"
    public static let invalidStatementName: SQLState = "26000"
    public static let serializationFailure: SQLState = "40001"
    public static let deadlockDetected: SQLState = "40P01"
    public static let insufficientPrivilege: SQLState = "42501"
    public static let syntaxError: SQLState = "42601"
    public static let insufficientResources: SQLState = "53000"
    public static let diskFull: SQLState = "53100"
    public static let outOfMemory: SQLState = "53200"
    public static let tooManyConnections: SQLState = "53300"
    public static let configurationLimitExceeded: SQLState = "53400"
    public static let lockNotAvailable: SQLState = "55P03"
    public static let queryCanceled: SQLState = "57014"
    public static let adminShutdown: SQLState = "57P01"
    public static let crashShutdown: SQLState = "57P02"
    public static let cannotConnectNow: SQLState = "57P03"
    public static let idleSessionTimeout: SQLState = "57P05"

    /// The first two characters, which name the class of the error.
    public var errorClass: Substring { rawValue.prefix(2) }

    public var description: String { rawValue }

    static let unavailable: Set<SQLState> = [
        .insufficientResources, .diskFull, .outOfMemory, .tooManyConnections, .configurationLimitExceeded, .adminShutdown, .crashShutdown,
        .cannotConnectNow,
        // A primary that was demoted to a standby refuses to write.
        .readOnlyTransaction,
        // Timeouts: of a statement, a lock, a transaction or an idle session.
        .queryCanceled, .lockNotAvailable, .transactionTimeout, .idleInTransactionTimeout, .idleSessionTimeout,
    ]
}
