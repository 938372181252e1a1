import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Creates a room for one subject. Its members are the caller and people that the caller may share a room with (rules 5).
    public func createRoom(_ caller: Caller, _ input: NewRoom) async throws -> Created<Room> {
        let digest = try RequestDigest.of(input, id: input.id)
        let subject: KnownSubject
        do {
            // Outside the transaction, because the catalogue may send a request to its provider.
            subject = try await identify(input.subject, for: caller)
        } catch let problem as Problem {
            // A retry returns what the first request created, whatever the catalogue answers by then.
            guard let made = try await made(input.id, digest, caller) else { throw problem }
            return await pictured(made)
        }
        let filtered = try await readTextRules(for: caller).check(input.subject.typedTitles(hasCatalogue: guide != nil))
        let others = input.memberIDs.filter { $0 != caller.userID }
        let members = [caller.userID] + others
        let created: Created<Room> = try await database.transaction(for: caller) { transaction in
            let creation = RoomCreationRepository(transaction)
            // If the same people create the same room twice at once, the second transaction waits here and then finds the
            // first's room.
            try await creation.lockCreation(subject, members: members)
            if let id = input.id, let existing = try await creation.existing(id) {
                return try await repeated(existing, id, digest, caller, transaction)
            }
            try await BringTogether(transaction: transaction)(others, by: caller.userID)
            if !input.rewatch, let roomID = try await creation.same(subject, members: members) {
                throw Problem.roomExists(roomID)
            }
            let id = input.id ?? .version7(at: transaction.now)
            let made = try await MakeRoom(transaction: transaction)(id, subject, by: caller.userID, with: others, digest: digest)
            try await ReportFilteredText(transaction, areas: areas).room(id, by: caller.userID, filtered)
            return Created(made)
        }
        return await pictured(created)
    }

    /// Returns the room that already has the id that the client chose; nil if there is none, or the client chose no id.
    private func made(_ id: UUID?, _ digest: [UInt8], _ caller: Caller) async throws -> Created<Room>? {
        guard let id else { return nil }
        return try await database.transaction(for: caller) { transaction in
            guard let existing = try await RoomCreationRepository(transaction).existing(id) else { return nil }
            return try await repeated(existing, id, digest, caller, transaction)
        }
    }

    /// Returns the room that an earlier request with the same id created, in its current state.
    /// - Throws: `idTaken` unless the earlier request was equal to this one.
    private func repeated(
        _ existing: RoomCreationRepository.Existing, _ id: UUID, _ digest: [UInt8], _ caller: Caller, _ transaction: TenantTransaction
    ) async throws -> Created<Room> {
        guard existing.createdBy == caller.userID, existing.digest == digest,
            let room = try await RoomRepository(transaction).room(id, for: caller.userID)
        else { throw Problem(.idTaken) }
        return Created(room, isNew: false)
    }
}
