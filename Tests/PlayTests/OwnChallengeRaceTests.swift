import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: concurrent requests to own challenges")
struct OwnChallengeRaceTests {
    /// Performs an operation many times at once.
    /// - Returns: the refusals, nil for operations that succeeded.
    private func atOnce(_ count: Int, _ work: @escaping @Sendable (Int) async throws -> Void) async throws -> [Problem.Code?] {
        try await concurrently(0..<count) { index in try await refusal { try await work(index) } }
    }

    /// Shows rule 12.24.
    @Test("Of 20 users who join a challenge of 99 at once, by code and by invitation, one succeeds")
    func lastPlace() async throws {
        try await PlayFixture.with("ada") { evening in
            let challenge = try await evening.own(evening.ada)
            try await evening.fill(challenge, upTo: 99)
            var others: [Person] = []
            for number in 0..<20 {
                others.append(try await evening.server.person("p\(number)"))
                if number % 2 == 0 { try await evening.server.befriend(evening.ada, others[number]) }
            }
            let people = others
            let codes = try await atOnce(20) { index in
                if index % 2 == 0 {
                    try await evening.invite(people[index], by: evening.ada, to: challenge)
                } else {
                    try await evening.join(people[index], challenge.code)
                }
            }
            #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .challengeFull } == 19)
            #expect(try await evening.server.rows("SELECT FROM challenge_players").count == 100)
        }
    }

    /// Shows rule 12.24.
    @Test("The limit also holds if the maker is deleted, whose row the joining transactions would otherwise lock")
    func lastPlaceOfNobody() async throws {
        try await PlayFixture.with("ada") { evening in
            let challenge = try await evening.own(evening.ada)
            try await evening.fill(challenge, upTo: 100)
            #expect(try await evening.server.delete(evening.ada).status == 204)
            var others: [Person] = []
            for number in 0..<20 { others.append(try await evening.server.person("p\(number)")) }
            let people = others
            // Several transactions must wait for the challenge's lock before the test lets one of them continue.
            let codes = try await evening.server.database.owner.transaction { holder in
                try await holder.query("SELECT FROM challenges FOR UPDATE")
                let joining = Task { try await atOnce(20) { index in try await evening.join(people[index], challenge.code) } }
                try await eventually("several wait") {
                    try await evening.waiting() > 1
                }
                return joining
            }.value
            #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .challengeFull } == 19)
            #expect(try await evening.server.rows("SELECT FROM challenge_players").count == 100)
        }
    }

    /// Shows rule 12.24.
    @Test("A finish that waits for the maker's deletion holds no lock that the deletion needs")
    func finishing() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let (server, bea) = (evening.server, evening.bea)
            let (cube, game) = (try evening.vectors.cubes[2], try evening.vectors.games[2].moves)
            let challenge = try await evening.own(evening.ada, .untimed, with: [bea], id: UUID(uuidString: cube.name))
            let play = try await server.as(bea).startPlay(challengeID: challenge.id).value
            evening.server.clock.advance(by: 600)
            let sending = try await server.database.owner.transaction { leaving in
                // This is the first statement of the deletion. The others follow below.
                try await leaving.query("SELECT FROM users WHERE id = \(evening.ada.id) FOR UPDATE")
                let sending = Task { try await evening.send(bea, play, Array(game.prefix(1)), finish: true) }
                try await eventually("who finishes waits") { try await evening.waiting() > 0 }
                try await leaving.query("SELECT FROM challenges WHERE id = \(challenge.id) FOR UPDATE NOWAIT")
                return sending
            }
            #expect(try await sending.value.over)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 12.23.
    @Test("20 concurrent copies of a request make one challenge; of two users with one id, one gets it")
    func sameID() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            for _ in 0..<3 {
                let id = UUID()
                let codes = try await atOnce(20) { index in
                    _ = try await evening.own(evening.people[index % 2], .untimed, id: id)
                }
                #expect(codes.count { $0 == nil } == 10 && codes.count { $0 == .idTaken } == 10)
                #expect(try await evening.server.rows("SELECT FROM challenge_players WHERE challenge_id = \(id)").count == 1)
            }
        }
    }

    /// Shows rule 12.24.
    @Test("A user who joins while the maker is being deleted is in a challenge without maker, or finds none")
    func leavingMaker() async throws {
        try await PlayFixture.with("ada") { evening in
            for round in 0..<6 {
                let (maker, guest) = try await (evening.server.person("m\(round)"), evening.server.person("g\(round)"))
                let challenge = try await evening.own(maker)
                let codes = try await atOnce(2) { index in
                    if index == 0 { _ = try await evening.server.delete(maker) } else { try await evening.join(guest, challenge.code) }
                }
                let isIn = codes.allSatisfy { $0 == nil }
                #expect(isIn || codes.contains(.notFound), "\(codes)")
                let seen = try await evening.server.rows("SELECT maker_id FROM challenges WHERE id = \(challenge.id)")
                #expect(try seen.map { try $0["maker_id"] as UUID? } == (isIn ? [nil] : []))
                #expect(try await evening.server.database.wrongDerivedColumns() == [])
            }
        }
    }
}

extension PlayFixture {
    /// Returns the number of connections that wait for a lock.
    fileprivate func waiting() async throws -> Int {
        try await server.rows(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        ).count
    }
}
