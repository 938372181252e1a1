import DavenportAPI
import Foundation
import Logging
import Secrets

/// Everything that use cases need. The program makes it once; a test makes its own with its database and clock.
public struct Dependencies: Sendable {
    package let database: Database
    let passwords: Passwords
    package let throttle: Throttle
    let rememberedCallers = CallerCache()
    /// Every area of the program.
    package let areas: [Area]
    /// Objects that areas' use cases need besides, such as a client for a catalogue. Each has its own type.
    package let services: Services
    /// Stores request bodies on disk while they arrive.
    package let spool: Spool
    /// Limits how many downloads of one user are read at once.
    package let downloads = RequestLimiter()
    /// Limits how many requests of one user read changes at once.
    package let feedReads = RequestLimiter()
    /// Erases deleted data that is too large to be erased with its rows.
    package let deferredDeletion: DeferredDeletion
    let timeZones = TimeZoneNames()
    package let logger: Logger

    package var clock: WallClock { database.clock }
    /// Wakes long polls, here and at the other servers of the database.
    public var changeNotifier: ChangeNotifier { database.changeNotifier }

    /// - Parameters:
    ///   - database: holds the tenants' data and the clock for all rules.
    ///   - passwords: hashes passwords on its own threads.
    ///   - areas: every area of the program, including the shared ones.
    ///   - services: objects that areas' use cases need besides.
    ///   - temporaryFolder: the folder for request bodies that are stored while they arrive, in files without names.
    ///   - logger: for work that continues after an answer.
    public init(
        database: Database, passwords: PasswordHasher, areas: [Area], services: Services = Services(), temporaryFolder: String = "/tmp",
        logger: Logger
    ) {
        self.database = database
        self.areas = areas
        self.services = services
        spool = Spool(folder: temporaryFolder)
        deferredDeletion = DeferredDeletion(database, areas: areas, logger: logger)
        self.passwords = Passwords(passwords)
        throttle = Throttle(database: database, logger: logger)
        self.logger = logger
    }

    /// Makes the readiness check.
    ///
    /// - Parameters:
    ///   - migrations: the names of the migrations that the program was built with.
    ///   - isSingleRole: whether the database has a single role (`SingleRole`).
    public func readiness(migrations: [String], isSingleRole: Bool = false) -> CheckReadiness {
        CheckReadiness(database, migrations: migrations, isSingleRole: isSingleRole)
    }
}

/// Objects that a program passes to areas' use cases, one per type. An area asks for its own types; the shared code knows none.
public struct Services: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    public init() {}

    /// The object of this type, or nil if the program has none.
    public subscript<Value: Sendable>(_ type: Value.Type) -> Value? {
        get { values[ObjectIdentifier(type)] as? Value }
        set { values[ObjectIdentifier(type)] = newValue }
    }
}

/// One action that a client or an operator can take. It is named by a verb and a noun, and has one call.
public protocol UseCase<Asker, In, Out>: Sendable {
    /// The sender of the request: a `Caller`, an `Applicant` or a `Visitor`.
    associatedtype Asker: Principal
    associatedtype In: Sendable
    associatedtype Out: Sendable

    init(_ dependencies: Dependencies)

    /// Runs the use case in one transaction. What it promises holds when the transaction has committed.
    ///
    /// It may run twice for one request: when the caller turns out to be another than the server expected, nothing of the first run took
    /// effect. So it changes nothing outside of the transaction before the transaction's first statement has succeeded.
    /// - Throws: a `Problem`. The server answers any other error with 500.
    func callAsFunction(_ asker: Asker, _ input: In) async throws -> Out
}

/// A use case whose answer may have to wait for a change, as a long poll (rule 13.9).
public protocol LongPollingUseCase<In, Out>: Sendable {
    associatedtype In: Sendable
    associatedtype Out: Sendable

    init(_ dependencies: Dependencies)

    /// Answers, or returns what to wait for. Like `UseCase` it may run twice.
    /// - Parameter pending: what the request has waited for; nil the first time. The use case finishes it unless it returns it again.
    func callAsFunction(_ caller: Caller, _ input: In, resuming pending: PendingAnswer<Out>?) async throws -> LongPollOutcome<Out>
}

/// What a long-polling use case returns.
public enum LongPollOutcome<Out: Sendable>: Sendable {
    case answered(Out)
    /// Nothing has changed yet. When the long poll is over, the use case is called again with this value.
    case waits(PendingAnswer<Out>)
}

/// A long poll that a request waits for, and the answer if it ends without a change.
public struct PendingAnswer<Out: Sendable>: Sendable {
    package let longPoll: LongPoll
    package let answer: Out
}
