import Foundation
import TestSupport
import Testing

@testable import DavenportAPI

@Suite("An area declares its part of the API, and the shared part includes it")
struct AreaContractTests {
    @Test("An added area appears in the document with endpoint, code, glossary word, kind and problem members")
    func added() throws {
        let document = try OpenAPI.document(of: Contracts.all + [.garden])
        let schemas = try #require(document["components"]?["schemas"])
        #expect(document["tags"]?.elements.last?["name"] == "Beds")
        let operation = try #require(document["paths"]?["/v1/beds"]?["post"])
        #expect(operation["tags"] == ["Beds"])
        #expect(operation["responses"]?["409"]?["$ref"] == "#/components/responses/409.id_taken.bed_full")
        let codes = try #require(schemas["Problem.Code"]?["x-extensible-enum"]).elements
        #expect(codes.contains("bed_full") && codes.count == Problem.Code.all.count + 1, "a code that two areas name is there once")
        #expect(schemas["Problem"]?["properties"]?["free"] == ["type": "integer", "description": "How many plants fit, with `bed_full`."])
        #expect(schemas["NotificationKind"]?["x-extensible-enum"]?.elements.contains("bed.dry") == true)
        let muted = schemas["NewNotificationPreferences"]?["properties"]?["muted"]?["items"]?["enum"]
        let mutable = (Contracts.all + [.garden]).mutableKinds.map { JSONValue.string($0.rawValue) }
        #expect(muted == .list(mutable) && mutable.contains("bed.dry"))
        let block = document["paths"]?["/v1/blocks/{userID}"]?["put"]?["description"]?.text
        #expect(block?.hasSuffix("in the rooms you share. Neither waters the other's bed. Requires a session.") == true)
    }

    @Test("A glossary word of an area has that area's meaning, and none elsewhere")
    func words() throws {
        let schemas = try #require(try OpenAPI.document(of: Contracts.all + [.garden])["components"]?["schemas"])
        let bed = try #require(schemas.members.first { $0.name.hasSuffix("NewBed") }).value
        #expect(bed["properties"]?["season"]?["description"] == "The part of the year.")
        #expect(bed["examples"]?.elements.first?["season"] == 3)
        #expect(bed["properties"]?["userID"]?["description"] == "A user of this community.", "what all share is understood everywhere")
        #expect(schemas["NextEpisode"]?["properties"]?["season"]?["description"] == "The season's number. Season 0 contains the specials.")
        #expect(bed["properties"]?["episode"]?["description"] == nil, "another area's words aren't")
        let problem = try #require(schemas["Problem"])
        #expect(problem["properties"]?["code"]?["description"] == "The stable code by which clients decide.", "problems are no area's")
        #expect(problem["examples"]?.elements.first?["code"] == "room_full")
    }

    @Test("Without an area, the document contains nothing of it")
    func removed() throws {
        let document = try OpenAPI.document(of: Contracts.all.filter(\.isShared)).description
        // An invite names rooms by `roomIDs`, which an area may have.
        for word in ["roomID\"", "room_exists", "room.created", "episode", "dashboard"] {
            #expect(!document.contains("\"\(word)"), "\(word)")
        }
    }

    @Test("A kind is accepted if an area declares it, and otherwise refused with the known names")
    func kinds() throws {
        #expect(try faults(["bed.dry", "summary"], areas: Contracts.all + [.garden]) == [])
        let fault = try #require(try faults(["bed.dry"], areas: Contracts.all).first)
        #expect(fault.field == "muted" && fault.code == .notAllowed)
        #expect(fault.message == "may hold \(Contracts.all.mutableKinds.map(\.rawValue).joined(separator: ", ")) only")
    }

    @Test("Names are unique within areas, and every declared problem code belongs to its area")
    func consistent() {
        #expect(Set(Contracts.all.map(\.name)).count == Contracts.all.count)
        #expect(Set(NotificationKind.all).count == NotificationKind.all.count)
        for area in Contracts.all {
            let known = Set([AreaContract].codes(of: area))
            #expect(area.endpointNotes.keys.allSatisfy { name in Contracts.all.filter(\.isShared).endpoints.contains { $0.name == name } })
            for endpoint in area.chapters.flatMap(\.endpoints) { #expect(known.isSuperset(of: endpoint.errors), "\(endpoint.name)") }
        }
    }

    private func faults(_ muted: [String], areas: [AreaContract]) throws -> [FieldFault] {
        let json = try JSONEncoder().encode(["muted": muted, "mutedRooms": []])
        let body = try JSONDecoder().decode(Body.self, from: json)
        var fields = Fields(path: [:], query: [:], body: body.container, areas: areas)
        _ = NewNotificationPreferences(&fields)
        return fields.faults
    }

    private struct Body: Decodable {
        let container: KeyedDecodingContainer<FieldName>

        init(from decoder: any Decoder) throws {
            container = try decoder.container(keyedBy: FieldName.self)
        }
    }
}

extension [AreaContract] {
    /// Returns the codes that an area's endpoints may declare: its own, those of any request and the shared ones.
    fileprivate static func codes(of area: AreaContract) -> [Problem.Code] {
        (Contracts.all.filter(\.isShared) + [area]).codes
    }
}

extension AreaContract {
    /// An example area of users who garden together.
    fileprivate static let garden = AreaContract(
        "garden",
        chapters: [
            Chapter(
                "Beds", "Where things grow.",
                [
                    Endpoint<NewBed, NoContent>(
                        "makeBed", .post, "/beds", .user, success: 204, errors: [.idTaken, .bedFull], summary: "Dig.")
                ])
        ],
        codes: [.idTaken, .bedFull], problemMembers: [ProblemMember("free", ["type": "integer"], "How many plants fit, with `bed_full`.")],
        kinds: [NotificationKind(rawValue: "bed.dry")], endpointNotes: [Endpoints.block.name: "Neither waters the other's bed."],
        meanings: [
            "season": FieldMeaning(meaning: "The part of the year.", example: 3),
            "code": FieldMeaning(meaning: "Opens the gate.", example: "1234"),
        ])
}

extension Problem.Code {
    fileprivate static let bedFull = Self("bed_full", 409, "The bed is full.")
}

struct NewBed: Input {
    let userID: UUID
    let season: Int
    let episode: Int?

    init(_ fields: inout Fields) {
        userID = fields.required("userID", .uuid)
        season = fields.required("season", .integer(1...4))
        episode = fields.optional("episode", .integer(0...9))
    }
}
