import DavenportAPI
import Foundation
import Logging
import Secrets

/// What use cases work with: made once by the program, or by a test with its own database and clock.
public struct Dependencies: Sendable {
    package let database: Database
    let passwords: Passwords
    package let throttle: Throttle
    let rememberedCallers = CallerCache()
    /// Every area that the program is made of.
    package let areas: [Area]
    /// What areas have besides for their own use cases, each of its own type: what reaches out of the program, such as a catalogue.
    package let services: Services
    /// Takes in bodies that go through as they come.
    package let spool: Spool
    /// Of each person's downloads, a few read at once.
    package let downloads = RequestLimiter()
    /// Of each person's requests for changes, a few read at once.
    package let feedReads = RequestLimiter()
    /// Erases what is gone, and too large to be erased at once.
    package let deferredDeletion: DeferredDeletion
    let timeZones = TimeZoneNames()
    package let logger: Logger

    package var clock: WallClock { database.clock }
    /// Who waits for changes, here and at other servers of the database.
    public var changeNotifier: ChangeNotifier { database.changeNotifier }

    /// - Parameters:
    ///   - database: the tenants' data and the clock that its rules go by.
    ///   - passwords: hashes on threads of its own.
    ///   - areas: every area that the program is made of, the shared ones too.
    ///   - services: what areas have besides for their use cases.
    ///   - temporaryFolder: where bodies wait that go through as they come, in files without names.
    ///   - logger: for work that goes on after an answer.
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

    /// - Parameters:
    ///   - migrations: the names of those that the program was built with.
    ///   - isSingleRole: whether the database has a single role (`SingleRole`).
    public func readiness(migrations: [String], isSingleRole: Bool = false) -> CheckReadiness {
        CheckReadiness(database, migrations: migrations, isSingleRole: isSingleRole)
    }
}

/// Values that a program hands to areas' use cases, one of a type: an area asks for its own, and the shared part knows none of them.
public struct Services: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    public init() {}

    /// The value of this type; nil where the program has none.
    public subscript<Value: Sendable>(_ type: Value.Type) -> Value? {
        get { values[ObjectIdentifier(type)] as? Value }
        set { values[ObjectIdentifier(type)] = newValue }
    }
}

/// One thing that somebody can do: a verb and a noun, with one call.
public protocol UseCase<Asker, In, Out>: Sendable {
    /// Who asks: a `Caller`, an `Applicant` or a `Visitor`.
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
