import DavenportAPI
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 5 to 7 and 9: random histories against a model")
struct SimulationTests {
    /// The seeds of the histories. `SIMULATION_SEEDS` sets their number, 4 by default.
    static let seeds: ClosedRange<UInt64> = 1...(setting("SIMULATION_SEEDS") ?? 4)
    static let steps = setting("SIMULATION_STEPS") ?? 120

    @Test("Server and model agree after each step", arguments: seeds)
    func agree(seed: UInt64) async throws {
        try await TestServer.with { server in
            // Sorted by id, because ids decide between two users who joined at the same moment.
            let people = try await server.friends(["ada", "bea", "cem"]).sorted { $0.id.uuidString < $1.id.uuidString }
            try await server.rows("UPDATE notifications SET state = 'sent'")
            var simulation = Simulation(server, people, seed: seed)
            try await simulation.run(steps: Self.steps)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 5.10.
    @Test("After many concurrent actions of members, derived columns equal those computed from scratch")
    func derived() async throws {
        try await TestServer.with { server in
            let people = try await server.friends(["ada", "bea", "cem", "dora"])
            var rooms: [Room] = []
            for episode in 1...3 { rooms.append(try await server.room(people[0], with: Array(people[1...]), episode: episode)) }
            let made = rooms
            try await concurrently(people.enumerated()) { (index, person) in
                try await Crowd(server: server, person: person, friends: people, rooms: made).run(seed: UInt64(index), steps: 120)
            }
            #expect(try await server.database.wrongDerivedColumns() == [])
            #expect(try await server.database.count("comments") > 50)
        }
    }
}

/// A member who performs random actions in some rooms at the same time as others, and ignores refusals.
private struct Crowd {
    let server: TestServer
    let person: Person
    let friends: [Person]
    let rooms: [Room]

    func run(seed: UInt64, steps: Int) async throws {
        var random = SplitMix64(seed: seed)
        var mine: [UUID] = []
        for _ in 0..<steps {
            let room = rooms.randomElement(using: &random)!
            let path = "/v1/rooms/\(room.id)"
            let answer =
                switch Int.random(in: 0..<20, using: &random) {
                case 0..<9: try await server.call(.post, path + "/comments", token: person.token, json: ["content": "hm"] as Body)
                case 9..<12: try await server.call(.put, path + "/watched", token: person.token)
                case 12..<14: try await server.call(.delete, path + "/watched", token: person.token)
                case 14: try await server.call(.delete, path + "/members/me", token: person.token)
                case 15: try await server.call(.put, path + "/members/\(friends.randomElement(using: &random)!.id)", token: person.token)
                case 16..<18:
                    try await server.call(.delete, path + "/comments/\(mine.randomElement(using: &random) ?? UUID())", token: person.token)
                default:
                    try await server.call(.put, path + "/read", token: person.token, json: ["commentID": .id(mine.last ?? UUID())] as Body)
                }
            if let comment = try? answer.json(Comment.self) { mine.append(comment.id) }
            guard answer.status < 500 else { throw UnexpectedAnswer(answer: answer, expected: "no failure") }
        }
    }
}
