import DavenportAPI
import DavenportClient
import Foundation
import TestSupport

@testable import DavenportStore

extension History {
    /// Makes a user write something on a device, with or without network.
    func write(_ place: Place) async throws {
        let replica = place.device.replica
        do { try await replica.hasLoaded() } catch is Device.Killed { return }
        if chance.below(3) == 0 { return try await writeElsewhere(place) }
        guard chance.below(12) > 0, let room = chance.oneOf(replica.rooms.items) else { return try await makeRoom(replica) }
        let comments = replica.comments(of: room.id)
        do { try await comments.itemsHaveLoaded() } catch is Device.Killed { return }
        let mine = comments.items.filter { $0.author?.id == place.person.id }
        switch chance.below(25) {
        case 0..<8:
            let content = text()
            let quote = chance.below(3) == 0 ? text() : nil
            let replyTo = chance.below(3) == 0 ? chance.oneOf(comments.items)?.id : nil
            let id = try await replica.createComment(NewComment(roomID: room.id, content: content, quote: quote, replyTo: replyTo))
            foreseen.said[id] = .init(roomID: room.id, content: content)
        case 8..<10:
            guard let comment = chance.oneOf(mine) else { return }
            let quote = chance.oneOf([Patch.keep, .clear, .set(text())]) ?? .keep
            try await replica.editComment(CommentChange(roomID: room.id, commentID: comment.id, content: text(), quote: quote))
            foreseen.edited.insert(comment.id)
        case 10..<12:
            guard let comment = chance.oneOf(comments.items) else { return }
            try await replica.deleteComment(roomID: room.id, commentID: comment.id)
            foreseen.deletedComments.insert(comment.id)
        case 12..<15: try await replica.markWatched(roomID: room.id)
        case 15: try await replica.unmarkWatched(roomID: room.id)
        case 16..<19:
            guard let comment = chance.oneOf(comments.items) else { return }
            try await replica.markRead(roomID: room.id, commentID: comment.id)
        case 19: try await replica.setPosition(roomID: room.id, seconds: chance.below(3600), running: chance.below(3) > 0)
        case 20: try await replica.deletePosition(roomID: room.id)
        case 21..<24:
            guard let comment = chance.oneOf(comments.items), let emoji = chance.oneOf(["🐐", "❤", "👍🏽"]) else { return }
            let isTaken = chance.below(3) == 0
            try await isTaken
                ? replica.removeReaction(roomID: room.id, commentID: comment.id, emoji: emoji)
                : replica.addReaction(roomID: room.id, commentID: comment.id, emoji: emoji)
        default:
            guard chance.below(4) == 0 else { return }
            try await replica.leaveRoom(roomID: room.id)
            foreseen.left.insert(.init(place.person.id, room.id))
        }
    }

    private func makeRoom(_ replica: Replica) async throws {
        let others = people.map(\.id).filter { $0 != replica.me?.id && chance.below(2) == 0 }
        _ = try await replica.createRoom(NewRoom(subject: .custom(title: "thing \(chance.below(4))"), memberIDs: others))
    }

    func text() -> String { ["", "0:07 ", "1:02:03 "][chance.below(3)] + "words \(chance.below(1_000_000))" }

    /// Makes a user do something outside the device: on the web, or on a previous device.
    func act(_ person: Person) async throws {
        // The session may have expired by then, so each step uses a new one.
        let client = server.client(over: server.transport, token: try await server.logIn(person))
        if chance.below(6) == 0 { return try await learnOrPlay(person, client) }
        let rooms = try await client.listRooms(RoomQuery()).items
        guard let room = chance.oneOf(rooms), let other = chance.oneOf(people.filter { $0.id != person.id }) else { return }
        let comments = try await client.listComments(CommentQuery(roomID: room.id, limit: 500)).items
        switch chance.below(24) {
        case 0..<7: try await tolerant { try await client.createComment(NewComment(roomID: room.id, content: self.text())) }
        case 7..<9:
            guard let comment = chance.oneOf(comments.filter { $0.author?.id == person.id }) else { return }
            foreseen.edited.insert(comment.id)
            try await tolerant { try await client.editComment(CommentChange(roomID: room.id, commentID: comment.id, content: self.text())) }
        case 9..<11:
            guard let comment = chance.oneOf(comments) else { return }
            foreseen.deletedComments.insert(comment.id)
            try await tolerant { try await client.deleteComment(roomID: room.id, commentID: comment.id) }
        case 11..<14: try await tolerant { try await client.markWatched(roomID: room.id) }
        case 14: try await tolerant { try await client.unmarkWatched(roomID: room.id) }
        case 15..<17:
            guard let comment = comments.last else { return }
            try await tolerant { try await client.markRead(roomID: room.id, commentID: comment.id) }
        case 17..<19: try await tolerant { try await client.addMember(roomID: room.id, userID: other.id) }
        case 19:
            foreseen.left.insert(.init(person.id, room.id))
            try await tolerant { try await client.leaveRoom(roomID: room.id) }
        case 20 where chance.below(4) == 0:
            foreseen.deletedRooms.insert(room.id)
            try await tolerant { try await client.deleteRoom(roomID: room.id) }
        case 21:
            foreseen.hasBlocked = true
            try await tolerant { try await client.block(userID: other.id) }
        case 22:
            try await tolerant { try await client.unblock(userID: other.id) }
            try await tolerant { try await client.befriend(userID: other.id) }
        default: try await tolerant { try await client.changeMe(AccountChange(username: "\(person.username)-\(self.chance.below(1000))")) }
        }
    }

    /// Runs a call that the server may refuse because of earlier actions of others.
    func tolerant<Value>(_ call: () async throws -> Value) async throws {
        do { _ = try await call() } catch let error as APIError {
            guard case .problem = error else { throw error }
        }
    }
}

/// The model's record of past actions, from which it foresees refusals.
struct Foresight {
    struct Membership: Hashable {
        let person: UUID
        let room: UUID

        init(_ person: UUID, _ room: UUID) {
            (self.person, self.room) = (person, room)
        }
    }

    struct Said {
        let roomID: UUID
        let content: String
    }

    /// The comments written on devices, by id, once their calls have returned.
    var said: [UUID: Said] = [:]
    var edited: Set<UUID> = []
    /// The messages written on devices, by id.
    var messages: [UUID: Message] = [:]
    var deletedMessages: Set<UUID> = []
    var deletedComments: Set<UUID> = []
    var left: Set<Membership> = []
    var deletedRooms: Set<UUID> = []
    /// Whether somebody has blocked or unfriended somebody.
    var hasBlocked = false
    /// Whether more than 30 days have passed at once, so that waiting writes have expired.
    var hasJumped = false
    /// The writes that were discarded deliberately.
    var discarded: Set<UUID> = []
    /// The existing rooms that replaced new ones, by the ids of the new ones. Writes to the new room went to the existing
    /// one.
    var successors: [UUID: UUID] = [:]

    /// Returns whether a room no longer exists for one user, or for any user.
    func isGone(_ room: UUID, for person: UUID? = nil) -> Bool {
        let room = current(room)
        return deletedRooms.contains { current($0) == room }
            || left.contains { current($0.room) == room && (person == nil || $0.person == person) }
    }

    private func current(_ room: UUID) -> UUID {
        var (room, seen) = (room, Set<UUID>())
        while seen.insert(room).inserted, let next = successors[room] { room = next }
        return room
    }

    mutating func discard(_ writes: [Write]) {
        discarded.formUnion(writes.compactMap { $0.content.subjectID })
    }

    /// Returns whether a user's write may have failed with this code.
    func foresees(_ write: Write, of person: UUID) -> Bool {
        guard case .refused(let problem) = write.failure else { return hasJumped }
        guard let action = write.content as? WatchWrite else { return foresees(write.content, problem.code) }
        let isGone = action.roomID.map { self.isGone($0, for: person) } ?? false
        let isDeleted = action.commentID.map { deletedComments.contains($0) } ?? false
        switch (action, problem.code) {
        case (.createRoom, .unknownUser), (.createRoom, .membersCannotShareRoom): return hasBlocked
        case (.createComment, .idTaken): return isDeleted || write.failedWith != nil
        // The room was created, the answer was lost, and its maker left the room on another device before the retry.
        case (.createRoom, .idTaken): return isGone
        case (.deleteComment, .forbidden): return true
        // The write depends on another write that failed with this code.
        case (_, .unknownUser), (_, .membersCannotShareRoom): return write.failedWith != nil && hasBlocked
        case (_, .idTaken): return write.failedWith != nil
        case (_, .notFound): return isGone || isDeleted || write.failedWith != nil
        default: return false
        }
    }
}
