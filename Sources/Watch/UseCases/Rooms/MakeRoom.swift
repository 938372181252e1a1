import DavenportAPI
import Domain
import Foundation

extension RoomCreationRepository {
    /// Writes a room, one of those that its creator may make in an hour, tells the others that they were brought into it, and answers it.
    func make(_ id: UUID, _ subject: Subject, by host: UUID, with others: [UUID], digest: [UInt8]) async throws -> Room {
        try await transaction.spend(.rooms, of: host)
        try await insert(id, subject, host: host, members: [host] + others, digest: digest)
        try await NotificationRepository(transaction).notify(others, .roomCreated, by: host, room: id)
        return try await RoomRepository(transaction).existing(id, for: host)
    }
}
