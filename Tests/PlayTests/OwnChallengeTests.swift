import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: own challenges")
struct OwnChallengeTests {
    /// Shows rule 12.23.
    @Test("The id determines the letters by the shared vectors; a repeated request returns the same, and the id is then taken")
    func made() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let cube = try evening.vectors.cubes[2]
            let (id, client) = (try #require(UUID(uuidString: cube.name)), evening.server.as(evening.ada))
            let request = NewChallenge(id: id, mode: cube.mode, friendIDs: [evening.bea.id])
            let made = try await client.createChallenge(request)
            let challenge = made.value
            #expect(made.isNew && challenge.id == id && challenge.kind == .own && challenge.mode == .untimed && challenge.day == nil)
            #expect(challenge.maker?.id == evening.ada.id && challenge.mine == nil && challenge.language == "en" && !challenge.ended)
            #expect(challenge.code?.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{8}/) != nil)
            #expect(challenge.startsAt == "2026-03-01T12:00:00Z".date && challenge.endsAt == "2026-03-31T12:00:00Z".date)
            let play = try await client.startPlay(challengeID: id).value
            #expect(play.letters == cube.letters && play.endsAt == challenge.endsAt)
            evening.at("2026-03-02T12:00:00Z")
            let again = try await client.createChallenge(request)
            #expect(!again.isNew && again.value.code == challenge.code && again.value.mine?.playID == play.id)
            for (person, other) in [
                (evening.ada, NewChallenge(id: id, mode: .timed, friendIDs: [evening.bea.id])),
                (evening.ada, .init(id: id, mode: .untimed)), (evening.bea, request), (evening.bea, .init(id: id, mode: .untimed)),
            ] as [(Person, NewChallenge)] {
                let problem = try await refusalProblem { _ = try await evening.server.as(person).createChallenge(other) }
                #expect(problem?.code == .idTaken)
            }
            #expect(try await evening.server.rows("SELECT FROM challenges WHERE kind = 'own'").count == 1)
        }
    }

    /// Shows rule 12.23.
    @Test("A daily challenge's id can't be used before its day; in another community the same id gives other letters")
    func ids() async throws {
        try await PlayFixture.with("ada") { evening in
            let day = try #require(CalendarDate("2026-03-02"))
            let tomorrow = DailyChallenge(.timed, on: day, in: evening.server.tenant.id).id
            let problem = try await refusalProblem { _ = try await evening.own(evening.ada, id: tomorrow) }
            #expect(problem?.code == .idTaken)
            evening.at("2026-03-02T12:00:00Z")
            #expect(try await evening.today(evening.ada).timed.id == tomorrow)
            let attic = try await evening.server.otherTenant(features: [.play])
            let own = try await evening.own(evening.ada, .untimed)
            let theirs = evening.server.as(try await evening.server.person("zoe", in: attic), in: attic)
            let other = try await theirs.createChallenge(NewChallenge(id: own.id, mode: .untimed)).value
            let letters = try await theirs.startPlay(challengeID: other.id).value.letters
            #expect(try await evening.server.as(evening.ada).startPlay(challengeID: own.id).value.letters != letters)
        }
    }

    /// Shows rule 12.24.
    @Test("The maker, invited friends and users with the code are members, however they type it; repeating changes nothing")
    func players() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let (server, cem, dan) = (evening.server, evening.people[2], try await evening.server.person("dan"))
            let challenge = try await evening.own(evening.ada, with: [evening.ada, evening.bea])
            let code = try #require(challenge.code)
            let inIt = { try await server.rows("SELECT FROM challenge_players WHERE challenge_id = \(challenge.id)").count }
            #expect(try await inIt() == 2)
            for _ in 0..<2 { #expect(try await evening.invite(cem, by: evening.ada, to: challenge).id == challenge.id) }
            #expect(try await inIt() == 3)
            let typed = code.prefix(4).lowercased() + " \u{2014} " + code.suffix(4).replacing("0", with: "o").replacing("1", with: "l")
            for text in [typed, code, typed] { #expect(try await evening.join(dan, text).id == challenge.id) }
            #expect(try await inIt() == 4)
            for person in evening.people + [dan] {
                let seen = try await server.as(person).showChallenge(challengeID: challenge.id)
                #expect(seen.code == code && seen.maker?.username == "ada")
                let play = try await server.as(person).startPlay(challengeID: challenge.id).value
                #expect(try await evening.join(person, code).mine?.playID == play.id)
            }
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 12.24.
    @Test("Only the maker invites, and friends alone; any other user is unknown, whether existing or not")
    func inviting() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let (server, dan) = (evening.server, try await evening.server.person("dan"))
            let challenge = try await evening.own(evening.ada, with: [evening.bea])
            var answers: Set<String> = []
            for stranger in [dan.id, UUID()] {
                let body: Body = ["mode": "timed", "friendIDs": [.string(evening.bea.id.uuidString), .string(stranger.uuidString)]]
                let answer = try await server.call(.post, "/v1/challenges", token: evening.ada.token, json: body)
                #expect(answer.code == .unknownUser)
                answers.insert(answer.withoutRequestID)
                let problem = try await refusalProblem {
                    _ = try await server.as(evening.ada).addPlayer(challengeID: challenge.id, userID: stranger)
                }
                #expect(problem?.code == .unknownUser && problem?.errors?.map(\.field) == ["userID"])
            }
            #expect(answers.count == 1)
            #expect(try await server.rows("SELECT FROM challenges WHERE kind = 'own'").count == 1, "none is made")
            try await server.befriend(evening.bea, dan)
            #expect(try await refusalProblem { try await evening.invite(dan, by: evening.bea, to: challenge) }?.code == .forbidden)
            #expect(try await refusalProblem { try await evening.invite(evening.bea, by: dan, to: challenge) }?.code == .notFound)
            let daily = try await evening.today(evening.ada).timed
            #expect(try await refusalProblem { try await evening.invite(evening.bea, by: evening.ada, to: daily) }?.code == .notFound)
            try await server.befriend(evening.ada, dan)
            try await evening.invite(dan, by: evening.ada, to: challenge)
            let many: Body = ["mode": "timed", "friendIDs": .list((0..<32).map { _ in .string(UUID().uuidString) })]
            #expect(try await server.call(.post, "/v1/challenges", token: evening.ada.token, json: many).code == .invalid)
        }
    }

    /// Shows rules 12.17, 12.25 and 12.27.
    @Test("To other users the challenge doesn't exist, nor do its results and plays, and they can't join without the code")
    func outsiders() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let (server, cem) = (evening.server, evening.people[2])
            let challenge = try await evening.own(evening.ada, with: [evening.bea])
            let play = try await evening.finish(evening.ada, challenge)
            try await evening.score(9, play)
            let find = { (challengeID: UUID, playID: UUID) async throws -> [String] in
                var answers: [String] = []
                for (method, path) in [
                    (.get, "challenges/\(challengeID)"), (.put, "challenges/\(challengeID)/play"),
                    (.get, "challenges/\(challengeID)/results"),
                    (.get, "challenges/\(challengeID)/results?scope=friends&around=me"),
                    (.put, "challenges/\(challengeID)/players/\(evening.bea.id)"), (.get, "plays/\(playID)"),
                ] as [(DavenportAPI.Method, String)] {
                    let answer = try await server.call(method, "/v1/" + path, token: cem.token)
                    #expect(answer.status == 404, "\(path)")
                    answers.append(answer.withoutRequestID)
                }
                let moves: Body = ["moves": []]
                let sent = try await server.call(.post, "/v1/plays/\(playID)/moves", token: cem.token, json: moves)
                return answers + ["\(sent.status)", sent.withoutRequestID]
            }
            let outside = try await find(challenge.id, play.id)
            #expect(try await outside == find(UUID(), UUID()))
            evening.at("2026-04-01T00:00:00Z")
            #expect(try await outside == find(challenge.id, play.id), "nor when it has ended")
            #expect(try await server.rows("SELECT FROM plays").count == 1)
            let seen = try await evening.results(evening.bea, .init(challengeID: challenge.id))
            #expect(seen.items.map(\.playID) == [play.id], "its members see all then, without having played")
            #expect(try await server.as(evening.bea).showPlay(playID: play.id).score == 9)
        }
    }

    /// Shows rule 12.26.
    @Test("An unknown or ended code, or one of a maker in a block, gives the same 404; the 26th within 5 minutes is 429")
    func guesses() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let (server, cem) = (evening.server, evening.people[2])
            let old = try await evening.own(evening.ada)
            evening.at("2026-03-31T12:00:00Z")
            let challenge = try await evening.own(evening.ada)
            try await server.block(evening.bea, evening.ada)
            try await server.block(evening.ada, cem)
            let dan = try await server.person("dan")
            let join = { (person: Person, code: String?) in
                let body: Body = ["code": .string(code ?? "")]
                return try await server.call(.post, "/v1/challenges/join", token: person.token, json: body)
            }
            var answers: [Answer] = []
            for person in [evening.bea, cem] { answers.append(try await join(person, challenge.code)) }
            for code in [old.code, "00000000", "UUUUUUUU"] { answers.append(try await join(dan, code)) }
            #expect(answers.allSatisfy { $0.code == .notFound } && Set(answers.map(\.withoutRequestID)).count == 1)
            for _ in 0..<3 { #expect(try await join(dan, challenge.code).status == 200, "who guesses right has not guessed") }
            #expect(try await join(evening.ada, old.code).status == 200, "nor has who is in it")
            for number in 0..<20 { #expect(try await join(dan, "0000000\(number % 10)").status == 404) }
            for code in [challenge.code, "00000000"] { #expect(try await join(dan, code).code == .tooManyRequests) }
            server.clock.advance(by: 300)
            #expect(try await join(dan, challenge.code).status == 200)
        }
    }

    /// Shows rule 12.24.
    @Test("A challenge has at most 100 members, and members can join again")
    func full() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let challenge = try await evening.own(evening.ada)
            let dan = try await evening.server.person("dan")
            try await evening.fill(challenge, upTo: PlayRules.players - 1)
            try await evening.join(dan, challenge.code)
            #expect(try await refusalProblem { try await evening.join(evening.bea, challenge.code) }?.code == .challengeFull)
            #expect(
                try await refusalProblem { try await evening.invite(evening.bea, by: evening.ada, to: challenge) }?.code == .challengeFull)
            try await evening.join(dan, challenge.code)
            try await evening.invite(evening.ada, by: evening.ada, to: challenge)
            #expect(try await evening.server.rows("SELECT FROM challenge_players").count == 100)
            #expect(try await evening.server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rules 12.24 and 12.27.
    @Test("Clock, refusals and results are those of a daily challenge; it ends 30 days after its creation and adds to no streak")
    func played() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let (server, cem) = (evening.server, evening.people[2])
            let challenge = try await evening.own(evening.ada, with: [evening.bea, cem])
            let query = ResultQuery(challengeID: challenge.id)
            let first = try await evening.finish(evening.ada, challenge)
            try await evening.score(9, first)
            #expect(try await refusalProblem { _ = try await evening.results(evening.bea, query) }?.code == .playFirst)
            #expect(try await refusalProblem { _ = try await server.as(evening.bea).showPlay(playID: first.id) }?.code == .notFound)
            let second = try await evening.finish(evening.bea, challenge, removals: 1)
            try await evening.score(10, second)
            #expect(second.endsAt == second.startedAt + 180 && second.letters == first.letters && second.moves.count == 1)
            #expect(try await evening.results(evening.ada, query).items.map(\.user?.username) == ["bea", "ada"])
            #expect(try await server.as(evening.ada).showChallenge(challengeID: challenge.id).mine?.rank == 2)
            #expect(try await evening.today(evening.ada).streak == 0)
            let move = Move(at: 0, faces: [])
            let late = try await evening.own(evening.ada)
            let play = try await server.as(evening.ada).startPlay(challengeID: late.id).value
            #expect(try await refusalProblem { try await evening.send(evening.ada, play, [move]) }?.code == .moveRefused)
            evening.at("2026-03-31T12:00:00Z")
            #expect(try await server.as(evening.ada).showChallenge(challengeID: challenge.id).ended)
            #expect(try await refusalProblem { _ = try await server.as(cem).startPlay(challengeID: challenge.id) }?.code == .challengeOver)
            #expect(try await evening.results(cem, query).items.count == 2)
            let dan = try await server.person("dan")
            try await server.befriend(evening.ada, dan)
            #expect(try await refusalProblem { try await evening.invite(dan, by: evening.ada, to: challenge) }?.code == .challengeOver)
            try await evening.invite(cem, by: evening.ada, to: challenge)
        }
    }

    /// Shows rule 12.29.
    @Test("A user makes 60 challenges an hour, or the operator's limit; repeated requests count once, refused ones not at all")
    func allowance() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let ids = (0..<60).map { _ in UUID() }
            for id in ids + ids { _ = try await evening.own(evening.ada, id: id) }
            #expect(try await refusalProblem { _ = try await evening.own(evening.ada) }?.code == .tooManyRequests)
            _ = try await evening.own(evening.bea)
            for _ in 0..<3 {
                let request = NewChallenge(mode: .timed, friendIDs: [UUID()])
                let problem = try await refusalProblem { _ = try await evening.server.as(evening.bea).createChallenge(request) }
                #expect(problem?.code == .unknownUser)
            }
            _ = try await evening.server.operators.changeTenantLimits(evening.server.tenant) { $0[.challenges] = 2 }
            _ = try await evening.own(evening.bea)
            #expect(try await refusalProblem { _ = try await evening.own(evening.bea) }?.code == .tooManyRequests)
            evening.server.clock.advance(by: 3600)
            _ = try await evening.own(evening.ada)
        }
    }

    /// Shows rule 12.26.
    @Test("The maker is nameless to users in a block with them, and if they choose so, to all but friends")
    func nameless() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let (server, dan) = (evening.server, try await evening.server.person("dan"))
            let challenge = try await evening.own(evening.ada, with: [evening.bea, evening.people[2]])
            try await evening.join(dan, challenge.code)
            let maker = { (person: Person) in try await server.as(person).showChallenge(challengeID: challenge.id).maker?.username }
            #expect(try await maker(dan) == "ada")
            try await server.block(evening.bea, evening.ada)
            #expect(try await maker(evening.bea) == nil)
            try await server.rows(
                "INSERT INTO play_profiles (tenant_id, user_id, named_to) VALUES (\(server.tenant.id), \(evening.ada.id), 'friends')")
            #expect(try await maker(dan) == nil)
            for person in [evening.ada, evening.people[2]] { #expect(try await maker(person) == "ada") }
        }
    }

    /// Shows rules 12.21 and 12.23.
    @Test("When a maker is deleted, challenges with other members stay without maker; others go, and their ids stay taken")
    func deletedMaker() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let server = evening.server
            let (shared, alone) = (try await evening.own(evening.ada, with: [evening.bea]), try await evening.own(evening.ada))
            let theirs = try await evening.own(evening.bea, with: [evening.ada])
            for challenge in [shared, theirs] {
                try await evening.score(9, try await evening.finish(evening.ada, challenge))
                try await evening.score(7, try await evening.finish(evening.bea, challenge))
            }
            try await evening.finish(evening.ada, alone)
            #expect(try await evening.server.delete(evening.ada).status == 204)
            let id = evening.ada.id.lowercased
            #expect(try await server.database.dump().filter { $0.contains(id) && !$0.hasPrefix("audit_entries: ") } == [])
            #expect(try await Set(server.rows("SELECT id FROM challenges").map { try $0["id"] as UUID }) == [shared.id, theirs.id])
            let bea = server.as(evening.bea)
            let seen = try await bea.showChallenge(challengeID: shared.id)
            #expect(seen.maker == nil && seen.code == shared.code && seen.mine?.rank == 1 && seen.playCount == 1)
            #expect(try await bea.showChallenge(challengeID: theirs.id).maker?.id == evening.bea.id)
            #expect(try await evening.join(try await server.person("dan"), shared.code).maker == nil)
            #expect(try await refusalProblem { try await evening.invite(evening.bea, by: evening.bea, to: shared) }?.code == .forbidden)
            for taken in [shared, alone] {
                #expect(try await refusalProblem { _ = try await evening.own(evening.bea, id: taken.id) }?.code == .idTaken)
            }
            #expect(try await server.delete(evening.bea).status == 204)
            #expect(try await server.rows("SELECT FROM challenges WHERE id = \(theirs.id)").isEmpty, "nobody is left in it")
            #expect(try await server.rows("SELECT FROM challenges WHERE id = \(shared.id)").count == 1)
            #expect(try await server.database.wrongDerivedColumns() == [])
            try await server.operators.deleteTenant(server.tenant)
            for table in ["challenge_players", "challenges", "deleted_challenges"] {
                #expect(try await server.rows("SELECT FROM \(unsafeRaw: table)").isEmpty, "\(table)")
            }
        }
    }
}

extension PlayFixture {
    /// Adds users created in the database to a challenge, until it has this many members.
    func fill(_ challenge: Challenge, upTo count: Int) async throws {
        let tenant = server.tenant.id
        _ = try await server.database.owner.roundTrip(opening: ["SELECT enter(\(tenant), \(server.clock.now))"]) {
            try await $0.query(
                """
                WITH missing AS (
                    SELECT i, gen_random_uuid() AS id
                    FROM generate_series((SELECT count(*) + 1 FROM challenge_players WHERE challenge_id = \(challenge.id)), \(count)) AS i),
                people AS (
                    INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color)
                    SELECT \(tenant), id, 'x' || i || '@example.org', 'x' || i || '@example.org', 'x' || i, 'x' || i, '-', 'member',
                        '#000000'
                    FROM missing)
                INSERT INTO challenge_players (tenant_id, challenge_id, user_id) SELECT \(tenant), \(challenge.id), id FROM missing
                """)
        }
    }
}
