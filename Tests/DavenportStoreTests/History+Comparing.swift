import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@testable import DavenportStore

extension History {
    /// Checks that each copy equals a full fetch, that the server has every write, and that the model foresaw every
    /// refusal.
    func compare() async throws {
        foreseen.successors = successors.all
        for (index, place) in places.enumerated() {
            let replica = place.device.replica
            let fresh = Device(folder.file("fresh \(index)"), server.clock) { [server] in
                server.client(over: server.transport, token: place.token.value)
            }.replica
            try await fresh.sync()
            try await compare(replica, fresh)
            for write in replica.writes {
                #expect(foreseen.foresees(write, of: place.person.id), "\(write)")
            }
        }
        try await findWrites()
    }

    private func compare(_ replica: Replica, _ fresh: Replica) async throws {
        expectSame(try seen(replica.rooms.items), try seen(fresh.rooms.items))
        expectSame([try text(replica.me)], [try text(fresh.me)])
        expectSame([try text(replica.friends)], [try text(fresh.friends)])
        expectSame([try text(replica.blocks)], [try text(fresh.blocks)])
        expectSame([try text(replica.mutes)], [try text(fresh.mutes)])
        expectSame([try text(replica.notifications)], [try text(fresh.notifications)])
        expectSame(try replica.dashboard.sections.map(text), try fresh.dashboard.sections.map(text))
        #expect(replica.dashboard.pending.isEmpty)
        expectSame(replica.assignments.items.map(seen), fresh.assignments.items.map(seen))
        expectSame(try replica.challenges.items.map(text), try fresh.challenges.items.map(text))
        expectSame(try replica.plays.items.map(text), try fresh.plays.items.map(text))
        for assignment in fresh.assignments.items {
            let (one, other) = (replica.history(of: assignment.id), fresh.history(of: assignment.id))
            try await one.itemsHaveLoaded()
            try await other.itemsHaveLoaded()
            expectSame(one.items.map(seen), other.items.map(seen))
        }
        let (files, others) = (try await replica.opened().replica, try await fresh.opened().replica)
        for room in fresh.rooms.items {
            let (mine, theirs) = (try await files.comments(of: room.id), try await others.comments(of: room.id))
            #expect(room.archived || mine.areAll && theirs.areAll)
            #expect(Set(mine.comments.map(\.number)).count == mine.comments.count)
            guard mine.areAll, theirs.areAll else { continue }
            let (one, other) = (replica.comments(of: room.id), fresh.comments(of: room.id))
            try await one.itemsHaveLoaded()
            try await other.itemsHaveLoaded()
            expectSame(try one.items.map { try seen($0, in: room, of: fresh) }, try other.items.map { try seen($0, in: room, of: fresh) })
        }
    }

    /// Returns the comment as bytes. It leaves out the name of an author who is no longer a member of any active room
    /// nor a friend, because the copy may have an older name.
    private func seen(_ comment: Comment, in room: Room, of copy: Replica) throws -> String {
        let members = copy.rooms.items.filter { !$0.archived }.flatMap { $0.members.map { $0.user.id } }
        let met = Set(members + (copy.friends?.friends ?? []).map { $0.id })
        let isMet = comment.author.map { met.contains($0.id) } ?? true
        guard room.archived || !isMet, let author = comment.author else { return try text(comment) }
        return try text(comment.by(UserStub(id: author.id, username: "", identityColor: "")))
    }

    /// Returns the assignment without names, which may be older than the server's.
    private func seen(_ assignment: Assignment) -> String {
        "\(assignment.id) \(assignment.state.rawValue) \(assignment.unreadCount) \(assignment.readNumber) \(assignment.lastActivityAt)"
    }

    private func seen(_ entry: Entry) -> String {
        "\(entry.number) \(entry.id) \(entry.action.rawValue) \(entry.author?.id.uuidString ?? "") \(entry.text ?? "") \(entry.at)"
    }

    /// Reports only the differences, because whole copies would be unreadable.
    private func expectSame(_ mine: [String], _ theirs: [String], _ place: SourceLocation = #_sourceLocation) {
        let here = mine.filter { !theirs.contains($0) }.joined(separator: "\n")
        let there = theirs.filter { !mine.contains($0) }.joined(separator: "\n")
        let agree = mine == theirs
        #expect(agree, "The copy has\n\(here)\nand the server\n\(there)", sourceLocation: place)
    }

    /// Returns the rooms as bytes. It leaves out the names in archived rooms, because the copy may have older names.
    private func seen(_ rooms: [Room]) throws -> [String] {
        try rooms.map { room in
            guard room.archived else { return try text(room) }
            return try text(
                room.with(
                    members: room.members.map {
                        Member(
                            user: UserStub(id: $0.user.id, username: "", identityColor: ""), watchedAt: $0.watchedAt, joinedAt: $0.joinedAt,
                            isHost: $0.isHost)
                    }))
        }
    }

    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Checks that the server has every comment as it was written, or that the model knows why not.
    private func findWrites() async throws {
        let failed = Set(places.flatMap { $0.device.replica.writes.compactMap { $0.content.subjectID } })
        let rows = try await server.rows("SELECT id, content FROM comments WHERE deleted_at IS NULL")
        let found = Dictionary(try rows.map { (try $0["id"] as UUID, try $0["content"] as String) }) { $1 }
        for (id, said) in foreseen.said {
            if let content = found[id] {
                let new = NewComment(roomID: said.roomID, content: said.content)
                #expect(foreseen.edited.contains(id) || content == new.said.content)
                continue
            }
            let isGone = foreseen.deletedComments.contains(id) || foreseen.isGone(said.roomID) || failed.contains(id)
            #expect(isGone || foreseen.discarded.contains(id), "\(id): \(said)")
        }
        try await findMessages(failed)
    }

    /// Does the same for the messages to the teacher.
    private func findMessages(_ failed: Set<UUID>) async throws {
        let client = server.client(over: server.transport, token: try await server.logIn(teacher))
        var found: [UUID: String?] = [:]
        for id in Set(foreseen.messages.values.map { $0.assignmentID }) {
            for entry in try await client.listEntries(EntryQuery(assignmentID: id, limit: 500)).items { found[entry.id] = entry.text }
        }
        for (id, message) in foreseen.messages where !foreseen.deletedMessages.contains(id) && !foreseen.discarded.contains(id) {
            #expect(found[id] == message.text || failed.contains(id), "\(id): \(message)")
        }
    }
}
