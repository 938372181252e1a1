import Foundation
import TestSupport
import Testing

@testable import DavenportAPI

@Suite("rules 10: the OpenAPI document", .aside)
struct OpenAPITests {
    /// Shows rule 10.9.
    @Test("The document has every endpoint once, and its text is reproducible")
    func endpoints() throws {
        let document = try OpenAPI.document()
        let operations = try #require(document["paths"]).members.flatMap { path in
            path.value.members.map { "\($0.name.uppercased()) \(path.name) \($0.value["operationId"]?.text ?? "")" }
        }
        #expect(Set(operations) == Set(Endpoints.all.map { "\($0.method.rawValue) \($0.path) \($0.name)" }))
        #expect(operations.count == Endpoints.all.count)
        #expect(try OpenAPI.document().description == document.description)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(document.description.utf8))["openapi"] == "3.1.0")
    }

    @Test("Every reference in the document resolves")
    func references() throws {
        let document = try Contract.document.get()
        let check = SchemaCheck(document: document)
        let references = document.description.matches(of: /"\$ref": "([^"]+)"/).map { String($0.output.1) }
        #expect(references.count > 100)
        for reference in Set(references) { #expect(check.resolved(["$ref": .string(reference)]) != [:], "\(reference)") }
    }

    /// Shows rule 10.9.
    @Test("Every object has a valid example with all optional members")
    func examples() throws {
        let document = try Contract.document.get()
        let check = SchemaCheck(document: document)
        for (name, schema) in try #require(document["components"]?["schemas"]).members.map({ ($0.name, $0.value) })
        where schema["x-extensible-enum"] == nil {
            let example = try #require(schema["examples"]?.elements.first, "\(name)")
            #expect(check.faults(example, schema) == [], "\(name)")
            for property in schema["properties"]?.members ?? [] { #expect(example[property.name] != nil, "\(name).\(property.name)") }
        }
    }

    @Test("Every glossary word of an area explains a field of the area or a shared one")
    func glossary() throws {
        let shared = Contracts.all.filter(\.isShared)
        #expect(FieldMeanings.ofAnyArea.names.subtracting(try fields(of: shared)) == [])
        for area in Contracts.all {
            var fields = try fields(of: shared.filter { $0.name != area.name } + [area])
            // The glossary also explains the area's part of the sync feed, and the types that only this part has.
            let synced = try self.fields(of: [.sync]).filter { $0.contains(".") && !$0.hasPrefix("Changes.") }
            let parts = (shared + [area]).flatMap(\.changes).map { "Changes.\($0.name)" }
            if !area.changes.isEmpty { fields.formUnion(synced.union(parts)) }
            #expect(area.meanings.names.subtracting(fields) == [])
        }
    }

    /// Returns the names of all fields, alone and with their schema's name.
    private func fields(of areas: [AreaContract]) throws -> Set<String> {
        let schemas = try #require(try OpenAPI.document(of: areas)["components"]?["schemas"]).members
        let properties = schemas.flatMap { schema in (schema.value["properties"]?.members ?? []).map { (schema.name, $0.name) } }
        let parameters = areas.endpoints.flatMap { endpoint in
            DescribedFields.variants(of: endpoint.input)[0].fields.flatMap { [$0.name, "\(endpoint.input).\($0.name)"] }
        }
        return Set(properties.map(\.1) + properties.map { "\($0).\($1)" } + parameters)
    }

    @Test("A created room links to its operations, and a comment's links include its room's id")
    func links() throws {
        let paths = try #require(try Contract.document.get()["paths"])
        func links(_ path: String) -> JSONValue? { paths[path]?["post"]?["responses"]?["201"]?["links"] }
        #expect(links("/v1/rooms")?["showRoom"] == ["operationId": "showRoom", "parameters": ["roomID": "$response.body#/id"]])
        #expect(links("/v1/rooms")?["editComment"] == nil)
        let edit = links("/v1/rooms/{roomID}/comments")?["editComment"]?["parameters"]
        #expect(edit == ["roomID": "$response.body#/roomID", "commentID": "$response.body#/id"])
        #expect(links("/v1/sessions")?["endSession"]?["parameters"] == ["sessionID": "$response.body#/session/id"])
    }

    /// Shows rule 10.3.
    @Test("Problems follow from the caller's role, the feature and the input")
    func problems() {
        #expect(
            Endpoints.showTenant.problems == [
                .malformedRequest, .clientTooOld, .tenantRequired, .tenantNotFound, .internalError, .unavailable,
            ])
        #expect(
            Endpoints.showDashboard.problems == [
                .malformedRequest, .clientTooOld, .unauthenticated, .otherUser, .tenantNotFound, .featureOff, .internalError, .unavailable,
            ])
        #expect(Endpoints.listMembers.problems.contains(.forbidden) && Endpoints.listMembers.problems.contains(.invalid))
        #expect(Endpoints.editComment.problems.contains(.malformedRequest) && Endpoints.editComment.problems.contains(.notFound))
        #expect(!Endpoints.setAvatar.problems.contains(.lengthRequired) && Endpoints.setAvatar.problems.contains(.bodyTooLarge))
    }
}
