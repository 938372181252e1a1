import Foundation
import Synchronization

/// A private PostgreSQL in a folder, reachable only by a Unix socket, for `davenport dev` and the tests.
///
/// The server runs as long as any program uses it, whether that program started the server or joined it later. The
/// server stops when the last such program calls `stop()` or ends in any way, even by `kill -9`. Only root, the
/// folder's owner and the server's user can connect to it.
public final class LocalPostgres: Sendable {
    private let paths: ClusterPaths
    private let socket: String
    private let hold: Mutex<Hold?>

    private init(paths: ClusterPaths, socket: String, hold: Hold?) {
        self.paths = paths
        self.socket = socket
        self.hold = Mutex(hold)
    }

    /// Leaves this program's claim in place until the program ends, because the caller may have kept only the URI and
    /// still use the server.
    deinit { hold.withLock { $0?.keepToTheEnd() } }

    /// Starts the PostgreSQL server of a folder, or joins it if it already runs. The first call for a folder creates
    /// the database cluster.
    ///
    /// The server stays available to this program until `stop()` or the program's end. If the server has crashed, the
    /// next call starts it again, and programs that used it before can reconnect.
    ///
    /// - Parameters:
    ///   - folder: the cluster's folder, which is created if it doesn't exist. `ClusterPaths` describes its content.
    ///   - durable: false turns off the writes that make committed data survive a power cut. Use that only for tests.
    ///   - progress: called with a sentence before each step that takes long.
    /// - Throws: `LocalPostgresError`; `CancellationError` if the task is cancelled.
    public static func start(
        in folder: String, durable: Bool = true, progress: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> LocalPostgres {
        try await start(in: folder, durable: durable, accounts: ClusterPaths.accounts, progress: progress)
    }

    static func start(
        in folder: String, durable: Bool, accounts: [String], progress: @escaping @Sendable (String) -> Void
    ) async throws -> LocalPostgres {
        let postgres = try await startOrJoin(folder, durable: durable, accounts: accounts, progress: progress)
        // The server may have been ready before anything checked for cancellation.
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
        let paths = try ClusterPaths(folder: folder, accounts: accounts)
        let isOurs = try paths.prepare()
        if isOurs, let joined = try await join(paths, durable: durable) { return joined }
        let binaries = try await Self.binaries(for: isOurs ? paths.clusterVersion : nil, paths)
        let serverLock = try await paths.serverGone(binaries)
        _ = try Descriptor(opening: paths.log, O_WRONLY | O_CREAT | O_TRUNC)
        if !isOurs { try await paths.remove(paths.data, lock: startLock) }
        try paths.leaveNote()
        if paths.clusterVersion == nil {
            let reason = paths.root == paths.folder ? "" : ", since the server's user cannot enter \(paths.folder)"
            progress("Making a PostgreSQL \(binaries.version) database in \(paths.root)\(reason)")
            try await paths.makeCluster(binaries, durable: durable, lock: startLock)
        }
        progress("Starting PostgreSQL \(binaries.version) in \(paths.root)")
        let hold = try await Server(paths: paths, binaries: binaries).start(lock: serverLock, durable: durable)
        return LocalPostgres(paths: paths, socket: paths.socket, hold: hold)
    }

    /// Returns the server that runs in a folder; nil if none runs. Use it for a command that only connects to the
    /// server. The result doesn't keep the server running, so its `stop()` does nothing.
    public static func running(in folder: String) -> LocalPostgres? {
        guard let paths = try? ClusterPaths(folder: folder), paths.ownsData, let socket = paths.runningSocket else { return nil }
        return LocalPostgres(paths: paths, socket: socket, hold: nil)
    }

    /// Returns a connection URI that libpq reads, for a role and a database. No role needs a password.
    public func uri(user: String = "davenport_owner", database: String = "davenport") -> String {
        "postgresql://\(percentEncoded(user))@\(percentEncoded(socket))/\(percentEncoded(database))"
    }

    /// Gives up this program's claim on the server. If no other program has a claim, it stops the server and returns
    /// when the data is safe.
    public func stop() async {
        guard let hold = hold.withLock({ $0.take() }) else { return }
        // In a task of its own: a program that shuts down may have cancelled the current one.
        await Task { [paths] in
            let startLock = try? await Self.startLock(paths.folder)
            let isLast = startLock != nil && hold.isLast
            hold.giveUp()
            if isLast { _ = try? await Descriptor.lock(paths.serverLock, within: .seconds(60)) }
            startLock?.close()
        }.value
    }
}

extension LocalPostgres {
    private static func makeFolder(_ folder: String) throws {
        // The server's user must pass through root's folders. Each of the folders in them is closed to others.
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
        // Several programs may begin one after the other, and on a busy machine each of them may take minutes.
        guard let lock = try await Descriptor.lock(folder + "/start.lock", within: .seconds(600)) else {
            throw LocalPostgresError.busy(folder: folder)
        }
        return lock
    }

    private static func join(_ paths: ClusterPaths, durable: Bool) async throws -> LocalPostgres? {
        guard let hold = try Hold.another(paths.users), try await paths.isReady(), let socket = paths.runningSocket else { return nil }
        let options = (try? String(contentsOfFile: paths.data + "/postmaster.opts", encoding: .utf8)) ?? ""
        guard !durable || !options.contains("fsync=off") else { throw LocalPostgresError.notDurable(folder: paths.folder) }
        return LocalPostgres(paths: paths, socket: socket, hold: hold)
    }

    private static func binaries(for version: Int?, _ paths: ClusterPaths) async throws -> Binaries {
        if let binaries = try await Binaries.find(for: version) { return binaries }
        guard let version else { throw LocalPostgresError.notInstalled }
        throw LocalPostgresError.versionNotInstalled(version, folder: paths.root)
    }
}

/// Percent-encodes every character except letters, digits and a few that have no special meaning in a URI. A slash is
/// encoded too, because a socket's path stands in place of the host name.
private func percentEncoded(_ text: String) -> String {
    let harmless = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: harmless) ?? text
}
