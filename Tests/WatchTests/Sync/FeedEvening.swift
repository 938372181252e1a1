import DavenportAPI
import Foundation
import TestSupport

/// Ada and Bea, who are friends, and their sync clients.
struct FeedEvening: Sendable {
    let server: TestServer
    let ada: Person
    let bea: Person

    static func with(_ body: @escaping @Sendable (FeedEvening) async throws -> Void) async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            try await body(FeedEvening(server: server, ada: ada, bea: bea))
        }
    }

    /// Creates a room of both for an episode.
    func room(_ episode: Int, watched: Bool = false) async throws -> Room {
        let room = try await server.room(ada, with: [bea], episode: episode)
        if watched {
            _ = try await server.watched(ada, room)
            _ = try await server.watched(bea, room)
        }
        return room
    }

    func follower(_ person: Person) -> Follower { Follower(server.as(person)) }

    /// Returns a client that has synced everything.
    func started(_ person: Person) async throws -> Follower {
        var follower = follower(person)
        try await follower.follow()
        return follower
    }
}
