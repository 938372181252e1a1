import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rule 4.9: mutes")
struct MuteTests {
    /// Shows rule 4.9.
    @Test("The whole list is replaced at once, without duplicate users or words that differ in case only; unknown ids are stored")
    func set() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let client = server.as(ada)
            #expect(try await client.showMutes() == Mutes())
            let nobody = UUID()
            let set = try await client.changeMutes(
                Mutes(userIDs: [bea.id, nobody, bea.id], words: [" Finale ", "spoil*", "FINALE", "der Mörder"]))
            #expect(Set(set.userIDs) == [bea.id, nobody] && set.userIDs.count == 2)
            #expect(set.words == ["Finale", "spoil*", "der Mörder"])
            #expect(try await client.showMutes() == set)
            #expect(try await server.as(bea).showMutes() == Mutes(), "nobody else can see it")
            #expect(try await client.changeMutes(Mutes()) == Mutes())
        }
    }

    /// Shows rule 4.9.
    @Test("At most 200 users and 100 words of 2 to 50 characters, never oneself; a refused list changes nothing")
    func limits() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let kept = try await server.as(ada).changeMutes(Mutes(words: ["finale"]))
            let words = { (count: Int) in JSONValue.list((0..<count).map { .string("word \($0)") }) }
            for (body, field) in [
                (["userIDs": .list((0...200).map { _ in .id(UUID()) }), "words": []], "userIDs"),
                (["userIDs": [], "words": words(101)], "words"),
                (["userIDs": [], "words": ["a"]], "words"),
                (["userIDs": [], "words": [.string(String(repeating: "a", count: 51))]], "words"),
                (["userIDs": [.id(ada.id)], "words": []], "userIDs"), (["userIDs": ["nobody"], "words": []], "userIDs"),
                (["words": []], "userIDs"),
            ] as [(Body, String)] {
                #expect(try await server.call(.put, "/v1/me/mutes", token: ada.token, json: body).faultyFields == [field], "\(body)")
            }
            #expect(try await server.as(ada).showMutes() == kept)
            let most: Body = ["userIDs": .list((0..<200).map { _ in .id(UUID()) }), "words": words(100)]
            #expect(try await server.call(.put, "/v1/me/mutes", token: ada.token, json: most).expecting(200, Mutes.self).words.count == 100)
        }
    }

    /// Shows rule 4.9.
    @Test("A deleted user leaves others' mutes, and their own mutes are deleted")
    func gone() async throws {
        try await TestServer.with { server in
            let people = [try await server.person("ada"), try await server.person("bea")]
            for (one, other) in [(people[0], people[1]), (people[1], people[0])] {
                _ = try await server.as(one).changeMutes(Mutes(userIDs: [other.id], words: ["finale"]))
            }
            #expect(try await server.delete(people[1]).status == 204)
            #expect(try await server.as(people[0]).showMutes() == Mutes(words: ["finale"]))
            #expect(try await server.database.count("muted_words") == 1)
        }
    }

    /// Shows rule 4.9.
    @Test("Of two concurrent replacements of one list one remains, as a whole")
    func race() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let others = try await server.strangers("bea", "cem")
            let one = Mutes(userIDs: [others.0.id], words: ["one"])
            let other = Mutes(userIDs: [others.1.id], words: ["other"])
            for _ in 0..<10 {
                async let first = server.as(ada).changeMutes(one)
                async let second = server.as(ada).changeMutes(other)
                _ = try await (first, second)
                #expect([one, other].contains(try await server.as(ada).showMutes()))
            }
        }
    }
}
