import DavenportAPI
import Domain
import Foundation
import Watch

/// Performs what the friends do in their rooms, such as watching and commenting.
actor Evenings {
    private let callers: [Friend: Caller]
    private let useCases: UseCases
    /// The id of the last comment of each room, by the room's id. The next reader reads up to this comment.
    private var lastComments: [UUID: UUID] = [:]

    init(_ callers: [Friend: Caller], _ useCases: UseCases) {
        (self.callers, self.useCases) = (callers, useCases)
    }

    nonisolated var happenings: [DemoEvent] {
        get throws { try Story.all.flatMap(\.events).map { event in DemoEvent(ago: event.ago) { try await self.play(event) } } }
    }

    private func play(_ event: Event) async throws {
        guard let caller = callers[event.friend] else { return }
        let roomID = event.story.roomID
        switch event.action {
        case .makeRoom: try await makeRoom(event.story, caller)
        case .say(let remark): lastComments[roomID] = try await say(remark, in: roomID, caller)
        case .markWatched: _ = try await useCases.markWatched(caller, WatchedMark(roomID: roomID))
        case .react(let emoji):
            guard let commentID = lastComments[roomID] else { return }
            _ = try await useCases.addReaction(caller, ReactionReference(roomID: roomID, commentID: commentID, emoji: emoji))
        case .pause(let second):
            _ = try await useCases.setPosition(caller, NewPosition(roomID: roomID, seconds: second, running: false))
        case .readAll: try await read(roomID, upTo: lastComments[roomID], caller)
        }
    }

    private func makeRoom(_ story: Story, _ caller: Caller) async throws {
        let memberIDs = story.others.compactMap { callers[$0]?.userID }
        _ = try await useCases.createRoom(caller, NewRoom(id: story.roomID, subject: story.subject, memberIDs: memberIDs))
        guard let subtitles = story.subtitles else { return }
        _ = try await useCases.setSubtitles(
            caller, NewSubtitles(roomID: story.roomID, language: "en", content: Array(subtitles.utf8)))
    }

    private func say(_ remark: ScriptedComment, in roomID: UUID, _ caller: Caller) async throws -> UUID {
        var pictures: [NewPicture]?
        if let alternative = remark.drawing { pictures = [NewPicture(fileID: try await draw(caller), alternative: alternative)] }
        let comment = NewComment(
            roomID: roomID, seconds: remark.seconds, content: remark.content, quote: remark.quote,
            replyTo: remark.answers == true ? lastComments[roomID] : nil, pictures: pictures)
        return try await useCases.createComment(caller, comment).value.id
    }

    /// Uploads the drawing of the demo.
    private func draw(_ caller: Caller) async throws -> UUID {
        let file = NewFile(
            fileID: UUID(), name: "hallways.png", kind: .picture, content: ByteStream(PackageResources.hallways_png, type: "image/png"))
        return try await useCases.createFile(caller, file).value.id
    }

    private func read(_ roomID: UUID, upTo commentID: UUID?, _ caller: Caller) async throws {
        guard let commentID else { return }
        _ = try await useCases.markRead(caller, ReadMark(roomID: roomID, commentID: commentID))
    }
}
