import DavenportAPI
import Domain
import Watch
import Foundation

/// Does what the friends did, one event after the other, each at its moment.
struct Playback {
    let now: Date
    let clock: SteppingClock
    let callers: [Friend: Caller]
    let dependencies: Dependencies

    func play(_ events: [Event]) async throws {
        var lastComments: [UUID: UUID] = [:]
        for event in events {
            guard let caller = callers[event.friend] else { continue }
            clock.step(to: now - event.ago)
            let roomID = event.story.roomID
            switch event.deed {
            case .makeRoom: try await makeRoom(event.story, caller)
            case .say(let remark): lastComments[roomID] = try await say(remark, in: roomID, caller)
            case .markWatched: _ = try await MarkWatched(dependencies)(caller, WatchedMark(roomID: roomID))
            case .readAll: try await read(roomID, upTo: lastComments[roomID], caller)
            }
            try await tellNobody()
        }
        clock.step(to: now)
        try await tellNobody()
    }

    /// What was due by then is over: nobody had a device yet. So what is pushed later is what happens later.
    private func tellNobody() async throws {
        while try await ClaimDeliveries(dependencies)(limit: 100, perTenant: 100).taken > 0 {}
    }

    private func makeRoom(_ story: Story, _ caller: Caller) async throws {
        let memberIDs = story.others.compactMap { callers[$0]?.userID }
        _ = try await CreateRoom(dependencies)(caller, NewRoom(id: story.roomID, subject: story.subject, memberIDs: memberIDs))
    }

    private func say(_ remark: Remark, in roomID: UUID, _ caller: Caller) async throws -> UUID {
        let comment = NewComment(roomID: roomID, seconds: remark.told, content: remark.content)
        return try await CreateComment(dependencies)(caller, comment).value.id
    }

    private func read(_ roomID: UUID, upTo commentID: UUID?, _ caller: Caller) async throws {
        guard let commentID else { return }
        _ = try await MarkRead(dependencies)(caller, ReadMark(roomID: roomID, commentID: commentID))
    }
}
