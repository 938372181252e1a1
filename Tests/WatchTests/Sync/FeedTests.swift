import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rules 13: the sync feed")
struct FeedTests {
    /// Shows rule 13.1.
    @Test("The first sync returns all rooms, comments of those not archived, and the documents, and the next one nothing")
    func everything() async throws {
        try await FeedEvening.with { evening in
            let archived = try await evening.room(1, watched: true)
            try await evening.server.comment(evening.ada, in: archived, "old")
            evening.server.clock.advance(by: 8 * 86_400)
            let active = try await evening.room(2)
            let said = try await evening.server.comment(evening.bea, in: active, "new")
            let empty = try await evening.room(3)
            var ada = evening.follower(evening.ada)
            let synced = try await ada.follow()
            #expect(Set(synced.rooms) == [archived.id, active.id, empty.id])
            #expect(synced.comments == [said.id])
            #expect(Set(synced.complete) == [active.id, empty.id])
            #expect(synced.documents == ["me", "friends", "blocks", "notifications", "mutes", "dashboard", "roomRequests"])
            let client = evening.server.as(evening.ada)
            #expect(ada.rooms[archived.id] == (try await client.showRoom(roomID: archived.id)))
            #expect(ada.rooms[active.id] == (try await client.showRoom(roomID: active.id)))
            let listed = try await client.listComments(CommentQuery(roomID: active.id)).items
            #expect(Array(ada.comments.values) == listed)
            let dashboard = try await client.showDashboard()
            #expect(ada.dashboard?.sections.map(\.group) == dashboard.sections.map(\.group))
            #expect(ada.dashboard?.sections.map(\.roomIDs) == dashboard.sections.map { $0.rooms.map(\.id) })
            #expect(ada.dashboard?.sections.map(\.nextEpisode) == dashboard.sections.map(\.nextEpisode))
            #expect(try await ada.follow().isEmpty)
        }
    }

    /// Shows rule 13.3.
    @Test("A new, edited or deleted comment syncs itself or its removal, and its room, also an archived one")
    func comments() async throws {
        try await FeedEvening.with { evening in
            for isFinished in [false, true] {
                let room = try await evening.room(isFinished ? 2 : 1, watched: isFinished)
                if isFinished { evening.server.clock.advance(by: 8 * 86_400) }
                var (ada, bea) = (try await evening.started(evening.ada), try await evening.started(evening.bea))
                let said = try await evening.server.comment(evening.ada, in: room, "hello")
                for synced in [try await ada.follow(), try await bea.follow()] {
                    #expect(synced.rooms == [room.id] && synced.comments == [said.id] && synced.removedComments.isEmpty)
                }
                #expect(bea.rooms[room.id]?.unreadCount == 1 && ada.rooms[room.id]?.unreadCount == 0)
                _ = try await evening.server.as(evening.ada).editComment(
                    CommentChange(roomID: room.id, commentID: said.id, content: "hello there"))
                let edited = try await bea.follow()
                #expect(edited.rooms == [room.id] && edited.comments == [said.id])
                #expect(bea.comments[said.id]?.content == "hello there")
                _ = try await evening.server.as(evening.ada).deleteComment(roomID: room.id, commentID: said.id)
                let deleted = try await bea.follow()
                #expect(deleted.rooms == [room.id] && deleted.comments.isEmpty && deleted.removedComments == [said.id])
                #expect(bea.rooms[room.id]?.unreadCount == 0 && bea.rooms[room.id]?.commentCount == 0)
                #expect(try await bea.follow().isEmpty)
            }
        }
    }

    /// Shows rule 13.4.
    @Test("A watched mark and its removal sync the room to all members, a read marker and muting to that user alone")
    func marks() async throws {
        try await FeedEvening.with { evening in
            let room = try await evening.room(1)
            let said = try await evening.server.comment(evening.ada, in: room, "hello")
            var (ada, bea) = (try await evening.started(evening.ada), try await evening.started(evening.bea))
            let client = evening.server.as(evening.bea)
            _ = try await client.markWatched(roomID: room.id)
            #expect(try await ada.follow().rooms == [room.id])
            #expect(try await bea.follow().rooms == [room.id])
            _ = try await client.unmarkWatched(roomID: room.id)
            #expect(try await ada.follow().rooms == [room.id])
            _ = try await evening.server.watched(evening.ada, room)
            _ = try await client.markWatched(roomID: room.id)
            #expect(try await ada.follow().rooms == [room.id])
            try await bea.follow()
            #expect(bea.rooms[room.id]?.completedAt != nil)
            #expect(bea.rooms[room.id]?.archivesAt == bea.rooms[room.id]?.completedAt?.addingTimeInterval(7 * 86_400))
            for isFinished in [true, false] {
                if !isFinished { _ = try await client.unmarkWatched(roomID: room.id) }
                try await ada.follow()
                try await bea.follow()
                let next = isFinished ? said : try await evening.server.comment(evening.ada, in: room, "again")
                try await ada.follow()
                try await bea.follow()
                _ = try await client.markRead(roomID: room.id, commentID: next.id)
                #expect(try await bea.follow().rooms == [room.id])
                #expect(bea.rooms[room.id]?.unreadCount == 0)
                #expect(try await ada.follow().isEmpty)
                _ = try await client.changeNotificationPreferences(
                    NewNotificationPreferences(mutedRooms: isFinished ? [room.id] : []))
                let muted = try await bea.follow()
                #expect(muted.rooms == [room.id] && muted.documents.isEmpty)
                #expect(bea.rooms[room.id]?.muted == isFinished)
                #expect(try await ada.follow().isEmpty)
            }
        }
    }

    /// Shows rule 13.5.
    @Test("A new member syncs the room with all its comments, or an archived room alone; other members sync the room")
    func added() async throws {
        try await FeedEvening.with { evening in
            let room = try await evening.server.room(evening.ada)
            let said = try await evening.server.comment(evening.ada, in: room, "hello")
            var (ada, bea) = (try await evening.started(evening.ada), try await evening.started(evening.bea))
            _ = try await evening.server.as(evening.ada).addMember(roomID: room.id, userID: evening.bea.id)
            let synced = try await bea.follow()
            #expect(synced.rooms == [room.id] && synced.comments == [said.id] && synced.complete == [room.id])
            #expect(try await ada.follow().rooms == [room.id])
            _ = try await evening.server.watched(evening.bea, room)
            _ = try await evening.server.watched(evening.ada, room)
            evening.server.clock.advance(by: 8 * 86_400)
            _ = try await evening.server.as(evening.bea).leaveRoom(roomID: room.id)
            #expect(try await bea.follow().removedRooms == [room.id])
            #expect(bea.comments.isEmpty)
            _ = try await evening.server.as(evening.ada).addMember(roomID: room.id, userID: evening.bea.id)
            let again = try await bea.follow()
            #expect(again.rooms == [room.id] && again.comments.isEmpty && again.complete.isEmpty)
            #expect(bea.rooms[room.id]?.archived == true)
        }
    }

    /// Shows rule 13.5.
    @Test("A removal syncs to a member who leaves and to all of a deleted room, but not to one who is added again before")
    func gone() async throws {
        try await FeedEvening.with { evening in
            let (left, deleted) = (try await evening.room(1), try await evening.room(2))
            let said = try await evening.server.comment(evening.ada, in: left, "hello")
            var (ada, bea) = (try await evening.started(evening.ada), try await evening.started(evening.bea))
            _ = try await evening.server.as(evening.bea).leaveRoom(roomID: left.id)
            #expect(try await bea.follow().removedRooms == [left.id])
            #expect(try await ada.follow().rooms == [left.id])
            _ = try await evening.server.as(evening.ada).addMember(roomID: left.id, userID: evening.bea.id)
            _ = try await evening.server.as(evening.bea).leaveRoom(roomID: left.id)
            _ = try await evening.server.as(evening.ada).addMember(roomID: left.id, userID: evening.bea.id)
            let again = try await bea.follow()
            #expect(again.rooms == [left.id] && again.removedRooms.isEmpty && again.comments == [said.id])
            _ = try await evening.server.as(evening.ada).deleteRoom(roomID: deleted.id)
            #expect(try await bea.follow().removedRooms == [deleted.id])
            #expect(try await ada.follow().removedRooms.contains(deleted.id))
        }
    }

    /// Shows rule 13.6.
    @Test("Deleting an account syncs its rooms without the member, and its comments without author or as removals")
    func deletedAccounts() async throws {
        try await FeedEvening.with { evening in
            for erases in [false, true] {
                let cem = try await evening.server.person(erases ? "cem" : "dora")
                try await evening.server.befriend(evening.ada, cem)
                let together = try await evening.server.room(evening.ada, with: [cem], episode: erases ? 3 : 4)
                let wasIn = try await evening.server.room(evening.ada, with: [cem], episode: erases ? 5 : 6)
                let (said, once) = (
                    try await evening.server.comment(cem, in: together, "hello"), try await evening.server.comment(cem, in: wasIn, "hi")
                )
                _ = try await evening.server.as(cem).leaveRoom(roomID: wasIn.id)
                var ada = try await evening.started(evening.ada)
                #expect(try await evening.server.delete(cem, eraseComments: erases).status == 204)
                let synced = try await ada.follow()
                #expect(Set(synced.rooms) == [together.id, wasIn.id])
                #expect(ada.rooms[together.id]?.members.map(\.user.id) == [evening.ada.id])
                #expect(Set(erases ? synced.removedComments : synced.comments) == [said.id, once.id])
                #expect(synced.documents == ["friends", "dashboard"])
                if !erases { #expect(ada.comments[said.id]?.author == nil && ada.comments[said.id] != nil) }
            }
        }
    }

    /// Shows rule 13.4.
    @Test("Seven days after the last mark only the dashboard is synced, at exactly that moment")
    func archive() async throws {
        try await FeedEvening.with { evening in
            let room = try await evening.room(1, watched: true)
            var ada = try await evening.started(evening.ada)
            let archivesAt = try #require(ada.rooms[room.id]?.archivesAt)
            evening.server.clock.advance(by: archivesAt.timeIntervalSince(evening.server.clock.now) - 1)
            #expect(try await ada.follow().isEmpty)
            evening.server.clock.advance(by: 1)
            var synced = Follower.Synced()
            synced.documents = ["dashboard"]
            synced.pages = 1
            #expect(try await ada.follow() == synced)
            #expect(ada.dashboard?.sections.isEmpty == true)
        }
    }

    /// Shows rule 13.6.
    @Test("Changes of friends, requests, mutes and blocks sync the changed documents; a blocked user learns only that the friendship ended")
    func people() async throws {
        try await FeedEvening.with { evening in
            let room = try await evening.room(1)
            let cem = try await evening.server.person("cem")
            var (ada, bea) = (try await evening.started(evening.ada), try await evening.started(evening.bea))
            _ = try await evening.server.as(cem).befriend(userID: evening.ada.id)
            #expect(try await ada.follow().documents == ["friends"])
            #expect(ada.friends?.incoming.map(\.user.id) == [cem.id])
            _ = try await evening.server.as(evening.ada).changeMutes(Mutes(userIDs: [cem.id], words: ["finale"]))
            #expect(try await ada.follow().documents == ["mutes"])
            #expect(try await bea.follow().isEmpty)
            try await evening.server.block(evening.ada, evening.bea)
            #expect(try await ada.follow().documents == ["friends", "blocks"])
            #expect(try await bea.follow().documents == ["friends"])
            #expect(bea.rooms[room.id] != nil)
            #expect(try await evening.server.setAvatar(evening.ada, Picture.png.bytes).status == 200)
            #expect(try await ada.follow().documents.isSuperset(of: ["me", "dashboard"]))
        }
    }

    /// Shows rule 13.1.
    @Test("Features that are off are left out, and a client without a copy starts at the present")
    func features() async throws {
        try await TestServer.with(features: [.play]) { server in
            let ada = try await server.person("ada")
            let all = try await server.as(ada).listChanges(ChangesQuery())
            #expect(all.rooms == nil && all.comments == nil && all.dashboard == nil && all.me != nil)
            let now = try await server.as(ada).listChanges(ChangesQuery(since: ChangesQuery.sinceNow))
            #expect(now.me == nil && !now.more)
            #expect(try await server.as(ada).listChanges(ChangesQuery(since: now.next)).me == nil)
        }
    }
}
