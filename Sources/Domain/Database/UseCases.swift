import DavenportAPI
import Foundation
import Logging
import Pictures
import Secrets

/// The use cases: everything that a client or an operator can do, and the objects that it takes. A program makes one
/// `UseCases`; a test makes its own, with its own database and clock.
///
/// Each use case is a method in an extension, in a file of its own.
public struct UseCases: Sendable {
    package let database: Database
    let passwords: Passwords
    package let throttle: Throttle
    let callerCache = CallerCache()
    let filters = FilterCache()
    /// All areas of the program.
    package let areas: [Area]
    /// Further objects that some areas' use cases need, such as a catalogue's client.
    package private(set) var services: Services
    /// Stores request bodies in temporary files while they arrive.
    package let spool: Spool
    /// Limits how many downloads of one user read from the database at once.
    package let downloads = RequestLimiter()
    /// Limits how many requests of one user read the sync feed at once.
    package let feedReads = RequestLimiter()
    /// Erases deleted data that is too large to be erased with its rows.
    package let deferredDeletion: DeferredDeletion
    /// Decodes pictures; nil if the program takes none.
    let decoder: (any PictureDecoder)?
    /// Decodes and stores one picture of a user at a time, so that nobody keeps all decoders busy.
    let pictureUploads = RequestLimiter(limit: 1)
    let timeZones = TimeZoneNames()
    package let logger: Logger

    package var clock: WallClock { database.clock }
    /// Wakes long polls at this server and at the other servers of the database.
    public var changeNotifier: ChangeNotifier { database.changeNotifier }

    /// Creates the use cases.
    /// - Parameters:
    ///   - database: the database, with the clock that all rules use.
    ///   - passwords: hashes passwords on its own threads.
    ///   - areas: all areas of the program, including the shared ones.
    ///   - services: further objects that some areas' use cases need.
    ///   - decoder: decodes uploaded pictures; nil if the program takes none.
    ///   - temporaryFolder: the folder for temporary files with request bodies. The files have no names.
    ///   - logger: the logger for work that continues after a response.
    package init(
        database: Database, passwords: PasswordHasher, areas: [Area], services: Services = Services(),
        decoder: (any PictureDecoder)? = nil, temporaryFolder: String = "/tmp", logger: Logger
    ) {
        self.database = database
        self.areas = areas
        self.services = services
        self.decoder = decoder
        spool = Spool(folder: temporaryFolder)
        deferredDeletion = DeferredDeletion(database, areas: areas, logger: logger)
        self.passwords = Passwords(passwords)
        throttle = Throttle(database: database, logger: logger)
        self.logger = logger
    }

    /// Returns the same use cases with other services.
    public func with(_ services: Services) -> UseCases {
        var useCases = self
        useCases.services = services
        return useCases
    }

    /// Makes the check whether the server is ready to answer requests.
    ///
    /// - Parameters:
    ///   - migrations: the names of the migrations that the program was built with.
    ///   - isSingleRole: whether one database role does everything (`SingleRole`).
    public func readiness(migrations: [String], isSingleRole: Bool = false) -> CheckReadiness {
        CheckReadiness(database, migrations: migrations, isSingleRole: isSingleRole)
    }
}

/// Objects that a program passes to the use cases of its areas, one of each type. Each area knows its own types, and
/// the shared code knows none of them.
///
/// They aren't properties of `UseCases`, because a property would have to be of a type that `Domain` knows: neither the
/// catalogue nor the word lists are. They aren't parameters of the use cases either, because all use cases have one shape,
/// `UseCase`, by which a route is one line. So a use case that needs an object reads it here, in one place of its area, such as
/// `UseCases.guide`, and throws a `Problem` or leaves something out without it.
public struct Services: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]
    /// Whether the program has a catalogue of shows and movies, as `GET /tenant` says.
    public var hasCatalogue = false
    /// Whether the program has a provider of subtitles, as `GET /tenant` says.
    public var fetchesSubtitles = false
    /// Whether people may create tenants by the API (rule 1.9).
    public var createsTenants = false
    /// Whether the program sends e-mails.
    public var sendsMail = false

    public init() {}

    /// The object of this type, or nil if the program has none.
    public subscript<Value: Sendable>(_ type: Value.Type) -> Value? {
        get { values[ObjectIdentifier(type)] as? Value }
        set { values[ObjectIdentifier(type)] = newValue }
    }
}

/// An action that a client can take: a method of `UseCases`, named by a verb and a noun, such as `createComment`. Its
/// parameters are the sender of the request (a `Caller`, an `Applicant`, a `Visitor`, a `Stranger` or a `KeyHolder`) and
/// the input.
///
/// It performs the action in one transaction. The result is valid once the transaction has committed. It throws a
/// `Problem`; any other error becomes a response with status 500.
///
/// The action may run twice for one request. If the cached caller turns out to be wrong, the first run had no effect in
/// the database. So the action may have no other effect, such as a message, before its first statement has succeeded.
public typealias UseCase<Asker, In, Out> = @Sendable (UseCases) -> @Sendable (Asker, In) async throws -> Out
