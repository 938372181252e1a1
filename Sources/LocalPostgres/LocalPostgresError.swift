import Foundation

/// The reason why a private PostgreSQL could not be started. Its description is one sentence for the person at the
/// terminal.
public enum LocalPostgresError: Error, Equatable, CustomStringConvertible {
    /// No PostgreSQL 15 or newer is installed.
    case notInstalled
    /// The cluster was made by this major version, which isn't installed.
    case versionNotInstalled(Int, folder: String)
    /// A program failed; `log` holds the last lines that it wrote.
    case failed(String, log: String)
    /// The system refused an operation on this file or folder.
    case file(String, reason: String)
    /// The folder or file belongs to another user.
    case foreign(String)
    /// Another program has been starting or stopping the cluster for too long.
    case busy(folder: String)
    /// A server that this package didn't start runs on the cluster's data.
    case foreignServer(folder: String)
    /// The running server was started for tests and would lose data if the machine stopped.
    case notDurable(folder: String)
    /// The program runs as root, and the server can't run as any other user.
    case noAccount(String)

    /// The fault, and what to do about it.
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
        case .noAccount(let reason): "PostgreSQL does not run as root, and \(reason): start this as another user."
        }
    }

    /// The error for a system call that has just failed, from `errno`.
    static func system(_ path: String) -> LocalPostgresError {
        .file(path, reason: String(cString: strerror(errno)))
    }
}
