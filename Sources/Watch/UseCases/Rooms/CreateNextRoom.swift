import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Creates a room for the episode that follows another room's episode, with that room's current members. If such a room
    /// exists already, it is returned instead.
    public func createNextRoom(_ caller: Caller, _ input: RoomReference) async throws -> Created<Room> {
        // Outside the transaction, because the catalogue may send a request to its provider.
        let next = try await next(caller, input)
        let created: Created<Room> = try await database.transaction(for: caller) { transaction in
            let rooms = RoomRepository(transaction)
            guard let room = try await rooms.room(input.roomID, for: caller.userID) else { throw Problem(.notFound) }
            guard let subject = next ?? room.subject.next else { throw Problem(.noNextEpisode) }
            let others = room.members.map(\.user.id).filter { $0 != caller.userID }
            let creation = RoomCreationRepository(transaction)
            try await creation.lockCreation(subject, members: [caller.userID] + others)
            if let existing = try await creation.same(subject, members: [caller.userID] + others) {
                return Created(try await rooms.existing(existing, for: caller.userID), isNew: false)
            }
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: others)
            // They share this room, so only a block can prevent another one.
            if try await creation.block(among: [caller.userID] + others) { throw Problem(.membersCannotShareRoom) }
            return Created(
                try await MakeRoom(transaction: transaction)(
                    .version7(at: transaction.now), subject, by: caller.userID, with: others, digest: []))
        }
        return await pictured(created)
    }

    /// Returns the next episode from the catalogue; nil if the server has none, or the show is known by its title.
    private func next(_ caller: Caller, _ input: RoomReference) async throws -> KnownSubject? {
        guard let guide else { return nil }
        let seen = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await SeenEpisodeRepository(transaction).seen(withRoom: input.roomID, for: caller.userID)
        }
        guard let seen else { throw Problem(.notFound) }
        // The catalogue knows nothing of a show that is known by its title.
        if let showID = seen.showID, showID < 0 { return nil }
        guard let showID = seen.showID, let room = seen.room, room.season > 0,
            let next = try await guide.next(showID, room, seen.episodes, caller)
        else { throw Problem(.noNextEpisode) }
        return next
    }
}
