import DavenportAPI
import Domain
import Foundation

/// Inserts a room, counts it against the creator's limit, notifies the other members, and returns the room.
///
/// `createRoom` and `createNextRoom` use it.
struct MakeRoom {
    let transaction: TenantTransaction

    /// Inserts the room in the current transaction.
    /// - Throws: `tooManyRequests` if the creator has reached the limit of rooms; `idTaken` if a concurrent request
    ///   took the id.
    func callAsFunction(_ id: UUID, _ subject: KnownSubject, by host: UUID, with others: [UUID], digest: [UInt8]) async throws -> Room {
        try await SpendAllowance(transaction: transaction)(.rooms, of: host)
        try await RoomCreationRepository(transaction).insert(id, subject, host: host, members: [host] + others, digest: digest)
        try await NotificationRepository(transaction).notify(others, .roomCreated, by: host, about: id)
        return try await RoomRepository(transaction).existing(id, for: host)
    }
}
