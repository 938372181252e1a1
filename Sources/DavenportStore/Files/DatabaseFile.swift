import Foundation
import GRDB

/// How files of SQLite are opened here, and what becomes of damaged ones.
enum DatabaseFile {
    /// What is safe when the machine loses its power.
    enum Synchronous: String {
        /// Nothing is damaged; the last transactions may be missing.
        case normal = "NORMAL"
        /// Every transaction that was answered.
        case full = "FULL"
    }

    /// How long a connection waits for another process, in seconds.
    private static let waitLimit: TimeInterval = 10

    /// Opens a file, which is made where there is none, with its folder. Other processes may have it open too.
    /// - Throws: what SQLite says.
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

    /// Whether an error means that the file itself is no good.
    static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    }

    /// Looks through the whole file.
    /// - Throws: a `DatabaseError` that `isDamage` knows, where something in it is no good.
    static func check(_ database: DatabaseQueue) throws {
        let answer = try database.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        if answer != "ok" { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: answer) }
    }

    /// The file and what SQLite keeps beside it.
    static func paths(of url: URL) -> [String] { ["", "-wal", "-shm"].map { url.path + $0 } }

    /// Removes the file and what SQLite keeps beside it.
    static func delete(_ url: URL) throws {
        for path in paths(of: url) where FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }

    /// Where several processes make the same file at once, SQLite refuses all but one without waiting.
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

    /// On Apple's systems: readable in the background once the device was unlocked, and in no backup, which would bring back what is old.
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
    /// Another number where another connection has written since the last look.
    func version() async throws -> Int {
        try await read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }
}
