import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport

@testable import DavenportStore

extension History {
    /// Syncs while other users write.
    func syncAmid(_ place: Place) async throws {
        guard let author = chance.oneOf(people) else { return }
        let client = server.client(over: server.transport, token: try await server.logIn(author))
        guard let room = chance.oneOf(try await client.listRooms(RoomQuery()).items) else { return try await sync(place) }
        if chance.below(2) == 0 {
            try await sync(place, whileSaid: (0..<6).map { _ in NewComment(roomID: room.id, content: text()) }, by: client)
        } else {
            try await sync(place, whileHeldIn: room, by: author)
        }
    }

    /// Creates some comments before a page is read, some while it is, and some after it.
    private func sync(_ place: Place, whileSaid comments: [NewComment], by client: DavenportClient) async throws {
        async let saying: Void = {
            for comment in comments {
                do { _ = try await client.createComment(comment) } catch APIError.problem {
                    // The room and its members may be deleted by then.
                }
            }
        }()
        try await sync(place)
        try await saying
    }

    /// Syncs while a transaction is open that began before the pass and commits after it. Other transactions commit in
    /// between. It does nothing if a write waits to be sent, because that would wait for the open transaction.
    private func sync(_ place: Place, whileHeldIn room: Room, by author: Person) async throws {
        do { try await place.device.replica.hasLoaded() } catch is Device.Killed { return }
        guard !place.device.replica.writes.contains(where: { $0.failure == nil }) else { return try await sync(place) }
        let comment = server.comment(UUID(), in: room.id, by: author.id)
        let ((begun, begin), (over, end)) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        async let holding: Void = { [server] in
            defer { begin.finish() }
            try await server.beside { transaction in
                try await transaction.query(comment)
                begin.finish()
                for await _ in over {}
            }
        }()
        defer { end.finish() }
        for await _ in begun {}
        _ = try await server.logIn(author)
        try await sync(place)
        end.finish()
        try await holding
    }
}
