import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Domain

@Suite("rules 15: a user's export of their data")
struct MyExportTests {
    /// Shows rule 15.8.
    @Test("The export has the user's data of every area, and nothing that others wrote")
    func mine() async throws {
        try await MovedTenantFixture.with { house in
            let answer = try await house.server.call(.get, "/v1/me/export", token: house.ada.token)
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            #expect(answer.headers["content-disposition"] == "attachment; filename=\"sofa.json\"; filename*=UTF-8''sofa.json")
            #expect(answer.headers["cache-control"] == "no-store")
            let ada = try answer.json(JSONValue.self)
            #expect(ada["me"]?["email"] == "ada@example.org" && ada["me"]?["emailState"] == "unverified")
            #expect(ada["community"]?["slug"] == "sofa")
            #expect(ada["exportedAt"]?.text == Timestamp.text(house.server.clock.now))
            #expect(ada["picture"]?["data"]?.text.flatMap { Data(base64Encoded: $0) } == Data(Picture.png.bytes))
            for (member, count) in [
                ("sessions", 1), ("invites", 1), ("friends", 2), ("blocks", 0), ("devices", 1), ("rooms", 2), ("plays", 1),
                ("challenges", 1),
                ("feedback", 0), ("tasks", 0),
            ] {
                #expect(ada[member]?.elements.count == count, "\(member)")
            }
            let room = try #require(ada["rooms"]?.elements.first { $0["id"]?.text == house.room.id.uuidString.lowercased() })
            #expect(room["subject"]?["showTitle"] == "Severance" && room["watchedAt"] == nil)
            let said = room["comments"]?.elements.compactMap { $0["content"]?.text } ?? []
            #expect(said.count == 2 && said.allSatisfy { $0.hasPrefix("by ada") }, "the deleted one is gone")
            #expect(ada["plays"]?.elements.first?["moves"]?.elements.count == 1)
            for others in [
                "by bea", "by cem", "as it is", "creaks", "saltarello", "well danced", house.deviceToken, house.code, "bea@example",
            ] {
                #expect(!answer.text.contains(others), "\(others)")
            }
        }
    }

    /// Shows rule 15.8.
    @Test("The export contains the user's comments in rooms that they left, and teachers' and students' actions")
    func everyArea() async throws {
        try await MovedTenantFixture.with { house in
            let documents = try await [house.cem, house.tina, house.sam, house.bea].documents(of: house.server)
            let left = documents[0]["rooms"]?.elements.first
            #expect(left?["leftAt"] != nil && left?["watchedAt"] != nil)
            #expect(left?["comments"]?.elements.compactMap { $0["content"]?.text }.count == 1)
            #expect(documents[0]["blocks"]?.elements.map { $0["id"]?.text } == [house.sam.id.uuidString.lowercased()])
            #expect(documents[0]["mutedPeople"]?.elements.map { $0["id"]?.text } == [house.bea.id.uuidString.lowercased()])
            #expect(documents[0]["keys"]?.elements.compactMap { $0["account"]?.text } == ["cem"])
            #expect(documents[0]["mutedWords"] == ["finale", "spoil*"])
            let (tina, sam) = (documents[1], documents[2])
            #expect(tina["tasks"]?.elements.compactMap { $0["title"]?.text }.sorted() == ["The Estampie", "The Saltarello"])
            #expect(tina["drafts"]?.elements.first?["text"] == "well danced")
            #expect(tina["files"]?.elements.first?["name"] == "Blatt ¾.bin")
            #expect(tina["students"]?.elements.first?["username"] == "sam")
            #expect(sam["assignments"]?.elements.compactMap { $0["state"]?.text }.sorted() == ["excused", "submitted"])
            #expect(sam["entries"]?.elements.compactMap { $0["text"]?.text } == ["my saltarello"])
            #expect(!"\(sam)".contains("well danced") && !"\(tina)".contains("my saltarello"))
            #expect(documents[3]["entitlements"]?.elements.count == 1 && documents[3]["settings"]?["timeZone"] == "Europe/Berlin")
            #expect(documents[3]["feedback"]?.elements.first?["text"] == "The sofa creaks")
        }
    }

    /// Shows rule 15.8.
    @Test("The export reads pages, each row once, in constant memory, and stops when the user signs out")
    func pages() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            var rooms: [Room] = []
            for episode in 1...3 { rooms.append(try await server.room(ada, with: [bea], episode: episode)) }
            for (index, room) in rooms.enumerated() {
                try await server.say(
                    count: [ExportedSectionRepository.innerPage + 7, 0, ExportedSectionRepository.innerPage][index], in: room, ada, bea)
            }
            let answer = try await server.call(.get, "/v1/me/export", token: ada.token).json(JSONValue.self)
            let said = answer["rooms"]?.elements.flatMap { $0["comments"]?.elements ?? [] }.compactMap { $0["content"]?.text } ?? []
            #expect(said.count == 2 * ExportedSectionRepository.innerPage + 7 && Set(said).count == said.count)
            #expect(said.allSatisfy { $0.hasPrefix("ada ") })
            let document = try await server.as(ada).exportMe(NoInput())
            #expect(document.type == "application/json" && document.name == "sofa.json")
            let caller = try await server.serving().authenticate(token: ada.token)
            let attachment = try await server.serving().exportMe(caller, NoInput())
            await #expect(throws: Problem(.unauthenticated)) {
                var isFirst = true
                try await attachment.write { _ in
                    if isFirst { try await server.rows("DELETE FROM sessions WHERE user_id = \(ada.id)") }
                    isFirst = false
                }
            }
        }
    }

    /// Shows rule 15.8.
    @Test("Each user can export three times an hour")
    func allowance() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            for _ in 0..<3 { #expect(try await server.call(.get, "/v1/me/export", token: ada.token).status == 200) }
            let refused = try await server.call(.get, "/v1/me/export", token: ada.token)
            #expect(refused.code == .tooManyRequests && refused.headers["retry-after"] == "3600")
            #expect(try await server.call(.get, "/v1/me/export", token: bea.token).status == 200)
            server.clock.advance(by: 3600)
            #expect(try await server.call(.get, "/v1/me/export", token: ada.token).status == 200)
        }
    }
}

extension [Person] {
    fileprivate func documents(of server: TestServer) async throws -> [JSONValue] {
        var documents: [JSONValue] = []
        for person in self {
            documents.append(try await server.call(.get, "/v1/me/export", token: person.token).json(JSONValue.self))
        }
        return documents
    }
}

extension TestServer {
    /// Inserts this number of comments by two users in turns.
    fileprivate func say(count: Int, in room: Room, _ one: Person, _ other: Person) async throws {
        _ = try await database.owner.roundTrip(opening: ["SELECT enter(\(tenant.id), \(clock.now))"]) {
            try await $0.query(
                """
                INSERT INTO comments (tenant_id, id, room_id, number, seconds, content, author_id, request_digest)
                SELECT \(tenant.id), gen_random_uuid(), \(room.id), n, 0,
                    CASE n % 2 WHEN 0 THEN 'ada ' ELSE 'bea ' END || n || ' ' || \(room.id)::text,
                    CASE n % 2 WHEN 0 THEN \(one.id)::uuid ELSE \(other.id)::uuid END, ''
                FROM generate_series(1, \(2 * count)::integer) AS n
                """)
        }
    }
}
