import Foundation
import GRDB

/// Opens SQLite files, and recognizes and deletes damaged ones.
enum DatabaseFile {
    /// Decides which transactions survive a power failure.
    enum Synchronous: String {
        /// The file stays intact, but the last transactions may be lost.
        case normal = "NORMAL"
        /// Every committed transaction survives.
        case full = "FULL"
    }

    /// How long a connection waits for the lock of another process, in seconds.
    private static let waitLimit: TimeInterval = 10

    /// Opens a file, and creates it and its folder if they don't exist. Other processes may have it open too.
    /// - Throws: SQLite's error.
    static func open(_ url: URL, synchronous: Synchronous) throws -> DatabaseQueue {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(waitLimit)
        // Apple's systems end an app that holds a lock while it is suspended.
        configuration.observesSuspensionNotifications = true
        let database = try patiently { try DatabaseQueue(path: url.path, configuration: configuration) }
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(synchronous.rawValue)") }
        protect(url)
        return database
    }

    /// Whether an error means that the file itself is damaged.
    static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    }

    /// Checks the whole file.
    /// - Throws: a `DatabaseError` for which `isDamage` is true, if any part of the file is damaged.
    static func check(_ database: DatabaseQueue) throws {
        let answer = try database.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        if answer != "ok" { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: answer) }
    }

    /// The paths of the file and of SQLite's auxiliary files.
    static func paths(of url: URL) -> [String] { ["", "-wal", "-shm"].map { url.path + $0 } }

    /// Deletes the file and SQLite's auxiliary files.
    static func delete(_ url: URL) throws {
        for path in paths(of: url) where FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }

    /// Retries while the file is locked. If several processes create the same file at once, SQLite refuses all but one
    /// of them without waiting.
    private static func patiently<Value>(_ body: () throws -> Value) throws -> Value {
        let deadline = Date().addingTimeInterval(waitLimit)
        while true {
            do {
                return try body()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && Date() < deadline {
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    /// Sets the file's attributes on Apple's systems. It is readable in the background once the device was unlocked,
    /// and excluded from backups, because a restored copy would be outdated.
    private static func protect(_ url: URL) {
        #if canImport(Darwin)
            for path in paths(of: url) where FileManager.default.fileExists(atPath: path) {
                var file = URL(filePath: path)
                var values = URLResourceValues()
                values.isExcludedFromBackup = true
                try? file.setResourceValues(values)
                #if !os(macOS)
                    let protection = FileProtectionType.completeUntilFirstUserAuthentication
                    try? FileManager.default.setAttributes([.protectionKey: protection], ofItemAtPath: path)
                #endif
            }
        #endif
    }
}

extension DatabaseQueue {
    /// A number that changes whenever another connection has written.
    func version() async throws -> Int {
        try await read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }
}
