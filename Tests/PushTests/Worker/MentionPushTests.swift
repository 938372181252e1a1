import DavenportAPI
import DavenportClient
import Domain
import TestSupport
import Testing

@testable import Push

@Suite("rule 17.15: notifications of mentions")
struct MentionPushTests {
    /// Shows rule 17.15.
    @Test("The notification of a mention names author and room; muting the room, reading and unmarking cancel it")
    func sent() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            let client = evening.server.as(bea)
            try await evening.server.watched(bea, room)
            try await evening.drain()
            evening.apple.forget()
            func texts() async throws -> [String] {
                try await evening.drain()
                defer { evening.apple.forget() }
                return evening.apple.texts
            }
            try await evening.server.comment(ada, in: room, "@bea that hallway!", seconds: 943)
            #expect(try await texts() == ["Severance: ada mentioned you in Severance S01E03"])
            _ = try await client.changeNotificationPreferences(NewNotificationPreferences(mutedRooms: [room.id]))
            try await evening.server.comment(ada, in: room, "@bea are you there?", seconds: 943)
            #expect(try await texts() == [])
            _ = try await client.changeNotificationPreferences(NewNotificationPreferences(mutedRooms: []))
            let read = try await evening.server.comment(ada, in: room, "@bea?", seconds: 944)
            _ = try await client.markRead(roomID: room.id, commentID: read.id)
            #expect(try await texts() == [])
            try await evening.server.comment(ada, in: room, "@bea", seconds: 945)
            _ = try await client.unmarkWatched(roomID: room.id)
            #expect(try await texts() == [])
            try await evening.server.comment(ada, in: room, "@bea, tomorrow?")
            #expect(try await texts() == ["Severance: ada mentioned you in Severance S01E03"])
        }
    }

    /// Shows rule 17.31.
    @Test("The answered author is notified of a reply until the answered comment is deleted, and then only if the reply mentions them")
    func answered() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            try await evening.server.watched(bea, room)
            try await evening.drain()
            evening.apple.forget()
            func texts(_ content: String, deleting: Bool = false) async throws -> [String] {
                let hers = try await evening.server.comment(bea, in: room, "that hallway!", seconds: 943)
                _ = try await evening.server.as(ada).createComment(
                    NewComment(roomID: room.id, seconds: 943, content: content, replyTo: hers.id))
                if deleting { _ = try await evening.server.as(bea).deleteComment(roomID: room.id, commentID: hers.id) }
                try await evening.drain()
                defer { evening.apple.forget() }
                return evening.apple.texts
            }
            #expect(try await texts("which?") == ["Severance: ada answered you in Severance S01E03"])
            #expect(try await texts("@bea which?") == ["Severance: ada answered you in Severance S01E03"])
            #expect(try await texts("which?", deleting: true) == [])
            #expect(try await texts("@bea which?", deleting: true) == ["Severance: ada mentioned you in Severance S01E03"])
        }
    }

    /// Shows rules 17.15 and 9.3.
    @Test("A comment that mentions somebody isn't counted among the replies to them")
    func replies() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            for person in [ada, bea] { try await evening.server.watched(person, room) }
            try await evening.drain()
            evening.apple.forget()
            let first = try await evening.server.comment(ada, in: room, "one", seconds: 1)
            try await evening.server.comment(ada, in: room, "two @bea", seconds: 2)
            try await evening.server.comment(ada, in: room, "three", seconds: 3)
            _ = try await evening.server.as(ada).editComment(
                CommentChange(roomID: room.id, commentID: first.id, content: "one @bea"))
            evening.server.clock.advance(by: 1801)
            try await evening.drain()
            #expect(
                evening.apple.texts.sorted() == [
                    "Severance: ada commented on Severance S01E03", "Severance: ada mentioned you in Severance S01E03",
                    "Severance: ada mentioned you in Severance S01E03",
                ])
        }
    }
}
