import DavenportAPI
import Domain
import Foundation

/// Writes a room, one of those that its creator may make in an hour, tells the others that they were brought into it, and answers it: a
/// step of creating one and of going on with the next episode.
struct MakeRoom {
    let transaction: TenantTransaction

    /// - Throws: `tooManyRequests`, or `idTaken` where another request took the id at the same moment.
    func callAsFunction(_ id: UUID, _ subject: KnownSubject, by host: UUID, with others: [UUID], digest: [UInt8]) async throws -> Room {
        try await SpendAllowance(transaction: transaction)(.rooms, of: host)
        try await RoomCreationRepository(transaction).insert(id, subject, host: host, members: [host] + others, digest: digest)
        try await NotificationRepository(transaction).notify(others, .roomCreated, by: host, about: id)
        return try await RoomRepository(transaction).existing(id, for: host)
    }
}
