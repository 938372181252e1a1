import Foundation
import Synchronization

/// A private PostgreSQL in a folder, over a Unix socket only, for `davenport dev` and the tests.
///
/// It runs as long as a program uses it: the one that started it, or any that found it running and joined. The last one to `stop()`,
/// or to end in whatever way, `kill -9` included, stops it. Only root, the folder's owner and the user whom the server runs as can
/// reach it.
public final class LocalPostgres: Sendable {
    private let place: Place
    private let socket: String
    private let hold: Mutex<Hold?>

    private init(place: Place, socket: String, hold: Hold?) {
        self.place = place
        self.socket = socket
        self.hold = Mutex(hold)
    }

    /// Somebody who kept the URI alone still uses the server, until the program ends.
    deinit { hold.withLock { $0?.keepToTheEnd() } }

    /// Starts the cluster in a folder, made on the first run, or joins the one that runs there already.
    ///
    /// It is this program's until `stop()` or the program's end. A server that crashed is started anew by the next call; whoever used
    /// it before then uses the new one.
    ///
    /// - Parameters:
    ///   - folder: Made where it is missing. What lies in it is explained at `Place`.
    ///   - durable: False turns off what makes committed data survive a power cut: for tests only.
    ///   - progress: Told in a sentence what is being done, where it takes a while.
    /// - Throws: `LocalPostgresError`; `CancellationError`.
    public static func start(
        in folder: String, durable: Bool = true, progress: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> LocalPostgres {
        try await start(in: folder, durable: durable, accounts: Place.accounts, progress: progress)
    }

    static func start(
        in folder: String, durable: Bool, accounts: [String], progress: @escaping @Sendable (String) -> Void
    ) async throws -> LocalPostgres {
        let postgres = try await startOrJoin(folder, durable: durable, accounts: accounts, progress: progress)
        // It may have been there before anything asked whether the task was cancelled.
        guard !Task.isCancelled else {
            await postgres.stop()
            throw CancellationError()
        }
        return postgres
    }

    private static func startOrJoin(
        _ folder: String, durable: Bool, accounts: [String], progress: @escaping @Sendable (String) -> Void
    ) async throws -> LocalPostgres {
        try makeFolder(folder)
        let startLock = try await Self.startLock(folder)
        let place = try Place(folder: folder, accounts: accounts)
        let isOurs = try place.prepare()
        if isOurs, let joined = try await join(place, durable: durable) { return joined }
        let binaries = try await Self.binaries(for: isOurs ? place.clusterVersion : nil, place)
        let serverLock = try await place.serverGone(binaries)
        _ = try Descriptor(opening: place.log, O_WRONLY | O_CREAT | O_TRUNC)
        if !isOurs { try await place.remove(place.data, lock: startLock) }
        try place.leaveNote()
        if place.clusterVersion == nil {
            let reason = place.root == place.folder ? "" : ", since the server's user cannot enter \(place.folder)"
            progress("Making a PostgreSQL \(binaries.version) database in \(place.root)\(reason)")
            try await place.makeCluster(binaries, durable: durable, lock: startLock)
        }
        progress("Starting PostgreSQL \(binaries.version) in \(place.root)")
        let hold = try await Server(place: place, binaries: binaries).start(lock: serverLock, durable: durable)
        return LocalPostgres(place: place, socket: place.socket, hold: hold)
    }

    /// The one that runs in a folder, for a command that only talks to it; nil where none does. `stop()` on it does nothing.
    public static func running(in folder: String) -> LocalPostgres? {
        guard let place = try? Place(folder: folder), place.ownsData, let socket = place.runningSocket else { return nil }
        return LocalPostgres(place: place, socket: socket, hold: nil)
    }

    /// How libpq connects to it: as this role, which needs no password, to this database.
    public func uri(user: String = "davenport_owner", database: String = "davenport") -> String {
        "postgresql://\(percentEncoded(user))@\(percentEncoded(socket))/\(percentEncoded(database))"
    }

    /// Gives it up. Where nobody else uses it, it is stopped, its data safe, before this returns.
    public func stop() async {
        guard let hold = hold.withLock({ $0.take() }) else { return }
        // In a task of its own: a program that is shutting down has cancelled the one we are in.
        await Task { [place] in
            let startLock = try? await Self.startLock(place.folder)
            let isLast = startLock != nil && hold.isLast
            hold.giveUp()
            if isLast { _ = try? await Descriptor.lock(place.serverLock, within: .seconds(60)) }
            startLock?.close()
        }.value
    }
}

extension LocalPostgres {
    private static func makeFolder(_ folder: String) throws {
        // Root's folders let the server's user pass through; what is in them is closed to others one by one.
        let permissions = geteuid() == 0 ? 0o711 : 0o700
        guard access(folder, F_OK) != 0 else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: permissions])
        } catch {
            throw LocalPostgresError.file(folder, reason: error.localizedDescription)
        }
    }

    private static func startLock(_ folder: String) async throws -> Descriptor {
        guard let lock = try await Descriptor.lock(folder + "/start.lock", within: .seconds(180)) else {
            throw LocalPostgresError.busy(folder: folder)
        }
        return lock
    }

    private static func join(_ place: Place, durable: Bool) async throws -> LocalPostgres? {
        guard let hold = try Hold.another(place.users), try await place.isReady(), let socket = place.runningSocket else { return nil }
        let options = (try? String(contentsOfFile: place.data + "/postmaster.opts", encoding: .utf8)) ?? ""
        guard !durable || !options.contains("fsync=off") else { throw LocalPostgresError.notDurable(folder: place.folder) }
        return LocalPostgres(place: place, socket: socket, hold: hold)
    }

    private static func binaries(for version: Int?, _ place: Place) async throws -> Binaries {
        if let binaries = try await Binaries.find(for: version) { return binaries }
        guard let version else { throw LocalPostgresError.notInstalled }
        throw LocalPostgresError.versionNotInstalled(version, folder: place.root)
    }
}

/// Every character but letters, digits and a few that mean nothing in an address: a slash at the head of a host would.
private func percentEncoded(_ text: String) -> String {
    let harmless = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: harmless) ?? text
}
