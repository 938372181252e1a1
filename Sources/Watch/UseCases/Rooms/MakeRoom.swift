import DavenportAPI
import Domain
import Foundation

/// Inserts a room, counts it against the creator's limit, notifies the other members, and returns the room.
///
/// `createRoom` and `createNextRoom` use it.
struct MakeRoom {
    let transaction: TenantTransaction

    /// Inserts the room in the current transaction.
    /// - Throws: `limitReached` if the creator has too many active rooms (rule 5.13); `tooManyRequests` if they have created too
    ///   many of late; `idTaken` if a concurrent request took the id.
    func callAsFunction(_ id: UUID, _ subject: KnownSubject, by host: UUID, with others: [UUID], digest: [UInt8]) async throws -> Room {
        guard try await RoomCreationRepository(transaction).remainingActiveRooms(of: host).count > 0 else {
            throw Problem(.limitReached, detail: "You are in \(RoomLimits.active) active rooms already.")
        }
        try await SpendAllowance(transaction: transaction)(.rooms, of: host)
        try await RoomCreationRepository(transaction).insert(id, subject, host: host, members: [host] + others, digest: digest)
        try await NotificationRepository(transaction).notify(others, .roomCreated, by: host, about: id)
        return try await RoomRepository(transaction).existing(id, for: host)
    }
}
