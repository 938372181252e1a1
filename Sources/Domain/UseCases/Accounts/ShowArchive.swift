import Foundation

/// Shows operators whether PostgreSQL archives its write-ahead log, from which any moment can be restored.
public struct ShowArchive: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as any role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns the state of the archive.
    /// - Throws: PostgreSQL's own error if the database can't be reached.
    public func callAsFunction() async throws -> ArchiveState {
        try await StandbyRepository(database: database).archive()
    }
}

/// Whether PostgreSQL archives its write-ahead log.
public enum ArchiveState: Sendable, Equatable {
    /// `archive_mode` is off.
    case off
    case works
    /// The last attempt failed. PostgreSQL tries again, and keeps its log until it succeeds.
    case fails(since: Date)
}
