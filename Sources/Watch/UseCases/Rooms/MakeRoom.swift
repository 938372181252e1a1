import DavenportAPI
import Domain
import Foundation

/// Inserts a room, spends its creator's allowance, notifies the other members, and returns the room.
///
/// Creating a room and going on with the next episode use it.
struct MakeRoom {
    let transaction: TenantTransaction

    /// - Throws: `tooManyRequests`, or `idTaken` if another request took the id at the same moment.
    func callAsFunction(_ id: UUID, _ subject: KnownSubject, by host: UUID, with others: [UUID], digest: [UInt8]) async throws -> Room {
        try await SpendAllowance(transaction: transaction)(.rooms, of: host)
        try await RoomCreationRepository(transaction).insert(id, subject, host: host, members: [host] + others, digest: digest)
        try await NotificationRepository(transaction).notify(others, .roomCreated, by: host, about: id)
        return try await RoomRepository(transaction).existing(id, for: host)
    }
}
