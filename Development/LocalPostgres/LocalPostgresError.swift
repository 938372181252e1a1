import Foundation

/// The reason why a private PostgreSQL could not be started. Its description is one sentence for the person at the
/// terminal.
public enum LocalPostgresError: Error, Equatable, CustomStringConvertible {
    /// No PostgreSQL 15 or newer is installed.
    case notInstalled
    /// The cluster needs this major version of PostgreSQL, which created it, and the version isn't installed.
    case versionNotInstalled(Int, folder: String)
    /// A step of the start failed. The text says which step; `log` has the last lines that the PostgreSQL programs
    /// wrote.
    case failed(String, log: String)
    /// The system refused an operation on the file or folder with this path.
    case file(String, reason: String)
    /// The folder or file with this path belongs to another user.
    case foreign(String)
    /// Another program has been starting or stopping the cluster for longer than the time limit.
    case busy(folder: String)
    /// The cluster's data is in use by a PostgreSQL server that this module didn't start.
    case foreignServer(folder: String)
    /// The running server was started for tests, without durable writes, so it would lose data if the machine stopped.
    case notDurable(folder: String)
    /// The program runs as root and found no other user to run PostgreSQL as, because PostgreSQL refuses to run as
    /// root. The text is the reason, as part of a sentence.
    case noAccount(String)
    /// No `pg_dump` and `pg_restore` are as new as the server. `newest` is the newest version that is installed; nil if there
    /// is none.
    case oldClientPrograms(newest: Int?, server: Int)

    /// A sentence that says what is wrong and what to do about it.
    public var description: String {
        switch self {
        case .notInstalled:
            "PostgreSQL 15 or newer is not installed: `apt install postgresql` on Debian, `brew install postgresql@17` on a Mac."
        case .versionNotInstalled(let version, let folder):
            "The database in \(folder) was made by PostgreSQL \(version), which is not installed: install it, or remove the folder."
        case .failed(let what, let log): "\(what)\(log.isEmpty ? "." : "; its last words:\n\(log)")"
        case .file(let path, let reason): "\(path): \(reason)."
        case .foreign(let path): "\(path) belongs to another user: run this as that user, or remove it."
        case .busy(let folder): "Another program has been starting or stopping the PostgreSQL in \(folder) for too long."
        case .foreignServer(let folder): "A PostgreSQL that was started by hand runs on \(folder): stop it first."
        case .notDurable(let folder): "The PostgreSQL in \(folder) runs for tests, without durability: stop them first."
        case .oldClientPrograms(let newest, let server):
            (newest.map { "pg_dump and pg_restore are of PostgreSQL \($0), older than the server's \(server)" }
                ?? "pg_dump and pg_restore aren't installed")
                + ": `apt install postgresql-client-\(server)` on Debian, `brew install postgresql@\(server)` on a Mac."
        case .noAccount(let reason): "PostgreSQL does not run as root, and \(reason): start this as another user."
        }
    }

    /// Returns the error for a system call on this path that has just failed, from `errno`.
    static func system(_ path: String) -> LocalPostgresError {
        .file(path, reason: String(cString: strerror(errno)))
    }
}
