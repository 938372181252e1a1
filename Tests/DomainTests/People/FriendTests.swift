import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 4: friends")
struct FriendTests {
    /// Shows rule 4.1.
    @Test("One user requests, the other accepts; both are idempotent")
    func asking() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            for _ in 0..<2 { #expect(try await say(server, ada, bea) == .requested) }
            #expect(try await list(server, ada).outgoing.map(\.user.id) == [bea.id])
            #expect(try await list(server, bea).incoming.map(\.user.id) == [ada.id])
            for _ in 0..<2 { #expect(try await say(server, bea, ada) == .friends) }
            #expect(try await say(server, ada, bea) == .friends)
            for (person, friend) in [(ada, bea), (bea, ada)] {
                let friends = try await list(server, person)
                #expect(friends.friends.map(\.id) == [friend.id])
                #expect(friends.incoming.isEmpty && friends.outgoing.isEmpty)
            }
        }
    }

    /// Shows rule 4.1.
    @Test("DELETE unfriends, declines and cancels, and is idempotent")
    func ending() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let end = { (one: Person, other: UUID) in _ = try await server.as(one).unfriend(userID: other) }
            for (asker, ender) in [(ada, ada), (ada, bea)] {
                _ = try await say(server, asker, bea)
                try await end(ender, ender.id == ada.id ? bea.id : ada.id)
                #expect(try await list(server, bea).incoming.isEmpty)
            }
            try await server.befriend(ada, bea)
            for _ in 0..<2 { try await end(bea, ada.id) }
            #expect(try await list(server, ada).friends.isEmpty)
            try await end(ada, UUID())
        }
    }

    /// Shows rule 4.2.
    @Test("Two users who request each other at the same instant, 200 times, become friends with at most one notification each")
    func sameInstant() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            for round in 0..<200 {
                // Requests are limited per hour.
                if round.isMultiple(of: 25) { server.clock.advance(by: 3600) }
                let before = try await server.database.count("notifications")
                async let one = say(server, ada, bea)
                async let other = say(server, bea, ada)
                let states = try await [one, other]
                #expect(states.contains(.friends), "round \(round)")
                #expect(try await list(server, ada).friends.count == 1)
                #expect(try await server.database.count("notifications") <= before + 2, "one each way at most")
                _ = try await server.as(ada).unfriend(userID: bea.id)
            }
        }
    }

    /// Shows rule 4.1.
    @Test("A request to an unknown user, to oneself or to another tenant's user is refused")
    func unknown() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let stranger = try await server.person("stranger", in: try await server.otherTenant())
            for id in [UUID(), stranger.id] {
                #expect(try await refusal { try await server.as(ada).befriend(userID: id) } == .notFound)
            }
            #expect(try await server.call(.put, "/v1/friends/\(ada.id)", token: ada.token).faultyFields == ["userID"])
        }
    }

    /// Shows rule 4.5.
    @Test("A blocked user can't request the blocker's friendship")
    func blocked() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            try await server.block(ada, bea)
            #expect(try await refusal { try await server.as(bea).befriend(userID: ada.id) } == .notFound)
        }
    }

    private func say(_ server: TestServer, _ one: Person, _ other: Person) async throws -> Friendship.State {
        try await server.as(one).befriend(userID: other.id).state
    }

    private func list(_ server: TestServer, _ person: Person) async throws -> FriendList {
        try await server.as(person).listFriends()
    }
}
