import DavenportAPI
import Foundation

/// Makes a room for one thing, of the caller and others they may bring together (rules.md 5).
public struct CreateRoom: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NewRoom) async throws -> Created<Room> {
        let subject = try input.subject.titled()
        let others = input.memberIDs.filter { $0 != caller.userID }
        let members = [caller.userID] + others
        let digest = try RequestDigest.of(input, id: input.id)
        return try await database.transaction(in: caller.tenant.id) { transaction in
            let creation = RoomCreationRepository(transaction)
            // Two creations of the same thing by the same people: the second waits here, and then finds the first's room.
            try await creation.lock(subject, members: members)
            if let id = input.id, let existing = try await creation.existing(id) {
                return try await repeated(existing, id, digest, caller, transaction)
            }
            try await transaction.bringTogether(others, by: caller.userID)
            if !input.rewatch, let roomID = try await creation.same(subject, members: members) {
                throw DomainError.roomExists(roomID: roomID)
            }
            let id = input.id ?? .version7(at: transaction.now)
            return Created(try await creation.make(id, subject, by: caller.userID, with: others, digest: digest))
        }
    }

    /// The room of a request that came before: the room as it is now, where it is the same request.
    private func repeated(
        _ existing: RoomCreationRepository.Existing, _ id: UUID, _ digest: [UInt8], _ caller: Caller, _ transaction: TenantTransaction
    ) async throws -> Created<Room> {
        guard existing.createdBy == caller.userID, existing.digest == digest,
            let room = try await RoomRepository(transaction).room(id, for: caller.userID)
        else { throw DomainError.idTaken }
        return Created(room, isNew: false)
    }

}

extension RoomCreationRepository {
    /// Writes a room, one of those that its creator may make in an hour, tells the others that they were brought into it, and answers it.
    func make(_ id: UUID, _ subject: Subject, by host: UUID, with others: [UUID], digest: [UInt8]) async throws -> Room {
        try await transaction.spend(.rooms, of: host)
        try await insert(id, subject, host: host, members: [host] + others, digest: digest)
        try await NotificationRepository(transaction).notify(others, .roomCreated, by: host, room: id)
        return try await RoomRepository(transaction).existing(id, for: host)
    }
}

extension TenantTransaction {
    /// Makes sure that somebody may bring others together with themselves, and keeps it so until the transaction ends.
    ///
    /// Each must be a friend or share a room with them now, and neither blocks the other; of the others, none blocks another.
    /// - Throws: `unknownUser`, whether a person exists or not; `membersCannotShareRoom`, naming nobody.
    func bringTogether(_ others: [UUID], by userID: UUID, field: String = "memberIDs") async throws {
        _ = try await AccountRepository(self).lock(caller: userID, and: others)
        guard !others.isEmpty else { return }
        let creation = RoomCreationRepository(self)
        let candidates = try await creation.candidates(others, of: userID)
        guard candidates.count == others.count, candidates.allSatisfy({ $0.acquainted && !$0.blocked }) else {
            throw DomainError.unknownUser(field: field)
        }
        if try await creation.block(among: others) { throw DomainError.membersCannotShareRoom }
    }
}
