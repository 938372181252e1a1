import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 2: feedback to the developers")
struct FeedbackTests {
    /// Shows rule 2.18.
    @Test("Every user sends feedback, with any features, and sees their own; admins and owners see all, newest first, in pages")
    func list() async throws {
        try await TestServer.with(features: [.play]) { server in
            let people = [
                try await server.person("ada"), try await server.person("bea", role: .student),
                try await server.person("adam", role: .admin), try await server.person("olive", role: .owner),
            ]
            for number in 0..<6 {
                server.clock.advance(by: number == 3 ? 0 : 1)
                _ = try await server.as(people[number % 3]).createFeedback(NewFeedback(text: "\(number)", context: "Sofa 1.\(number)"))
            }
            let elsewhere = try await server.person("olive", role: .owner, in: try await server.otherTenant())
            for (person, texts) in zip(people + [elsewhere], [["3", "0"], ["4", "1"], nil, nil, []]) {
                let seen = try await server.as(person).all(Endpoints.listFeedback, FeedbackQuery(limit: 2)).array()
                if let texts { #expect(seen.map(\.text) == texts) } else { #expect(Set(seen.map(\.text)) == Set((0..<6).map(String.init))) }
                #expect(seen.map(\.createdAt) == seen.map(\.createdAt).sorted(by: >))
            }
            let first = try await server.as(people[3]).listFeedback(FeedbackQuery(limit: 1)).items
            #expect(first.map(\.text) == ["5"] && first[0].author?.username == "adam" && first[0].context == "Sofa 1.5")
            #expect(first[0].state == .created && first[0].createdAt == server.clock.now)
        }
    }

    /// Shows rule 2.19.
    @Test("Admins and owners set any state at any time; the author sees it, and lists filter by it")
    func states() async throws {
        try await TestServer.with { server in
            let (ada, adam) = (try await server.person("ada"), try await server.person("adam", role: .admin))
            let other = try await server.as(ada).createFeedback(NewFeedback(text: "other")).value
            let feedback = try await server.as(ada).createFeedback(NewFeedback(text: "hello")).value
            let change = { (person: Person, state: FeedbackState) in
                try await server.as(person).changeFeedback(feedbackID: feedback.id, state: state)
            }
            for state in FeedbackState.allCases + FeedbackState.allCases.reversed() {
                #expect(try await change(adam, state).state == state)
                #expect(try await server.as(ada).listFeedback(FeedbackQuery()).items.map(\.state).contains(state))
                let found = try await server.as(ada).listFeedback(FeedbackQuery(state: state)).items.map(\.id)
                #expect(Set(found) == (state == .created ? [other.id, feedback.id] : [feedback.id]))
            }
            #expect(try await refusal { try await change(ada, .resolved) } == .forbidden)
            #expect(
                try await refusal { try await server.as(adam).changeFeedback(feedbackID: UUID(), state: .resolved) } == .notFound)
        }
    }

    /// Shows rule 2.18.
    @Test("A text has 1 to 4,000 characters, and a context up to 200")
    func faults() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let faulty: [(Body, [String])] = [
                ([:], ["text"]), (["text": "  "], ["text"]), (["text": "x", "context": "a\nb"], ["context"]),
                (
                    ["text": .string(String(repeating: "x", count: 4001)), "context": .string(String(repeating: "x", count: 201))],
                    ["text", "context"]
                ),
            ]
            for (body, fields) in faulty {
                #expect(try await server.call(.post, "/v1/feedback", token: ada.token, json: body).faultyFields == fields)
            }
            let most: Body = ["text": .string(String(repeating: "x", count: 4000)), "context": .string(String(repeating: "x", count: 200))]
            #expect(try await server.call(.post, "/v1/feedback", token: ada.token, json: most).status == 201)
        }
    }

    /// Shows rule 2.18.
    @Test("A repeated id returns the same feedback in its present state, also concurrently; another text or user is refused")
    func chosenID() async throws {
        try await TestServer.with { server in
            let (ada, bea) = (try await server.person("ada"), try await server.person("bea"))
            let owner = try await server.person("olive", role: .owner)
            let new = NewFeedback(id: UUID(), text: "hello")
            let statuses = try await concurrently(0..<9) { _ in try await server.as(ada).createFeedback(new).isNew }
            #expect(statuses.count { $0 } == 1)
            _ = try await server.as(owner).changeFeedback(feedbackID: new.id ?? UUID(), state: .solving)
            #expect(try await server.as(ada).createFeedback(new).value.state == .solving)
            #expect(try await refusal { try await server.as(ada).createFeedback(NewFeedback(id: new.id, text: "other")) } == .idTaken)
            #expect(try await refusal { try await server.as(bea).createFeedback(new) } == .idTaken)
            #expect(try await server.database.count("feedback") == 1)
            for number in 1..<10 { _ = try await server.as(ada).createFeedback(NewFeedback(text: "\(number)")) }
        }
    }

    /// Shows rule 2.18.
    @Test("A user sends at most ten a day; a repeated id counts once")
    func allowance() async throws {
        try await TestServer.with { server in
            let (ada, bea) = (try await server.person("ada"), try await server.person("bea"))
            let first = NewFeedback(id: UUID(), text: "first")
            for _ in 0..<2 { _ = try await server.as(ada).createFeedback(first) }
            for number in 1..<10 { _ = try await server.as(ada).createFeedback(NewFeedback(text: "\(number)")) }
            let another = { try await refusal { try await server.as(ada).createFeedback(NewFeedback(text: "more")) } }
            #expect(try await another() == .tooManyRequests)
            _ = try await server.as(bea).createFeedback(NewFeedback(text: "hello"))
            server.clock.advance(by: 86_400 - 1)
            #expect(try await another() == .tooManyRequests)
            server.clock.advance(by: 1)
            #expect(try await another() == nil)
        }
    }

    /// Shows rule 2.19.
    @Test("Feedback of a deleted author becomes nameless, or is deleted on request", arguments: [false, true])
    func deletion(erases: Bool) async throws {
        try await TestServer.with { server in
            let (ada, owner) = (try await server.person("ada"), try await server.person("olive", role: .owner))
            let new = NewFeedback(id: UUID(), text: "what she told", context: "Sofa 1.4")
            _ = try await server.as(ada).createFeedback(new)
            server.clock.advance(by: 1)
            _ = try await server.as(owner).createFeedback(NewFeedback(text: "another's"))
            #expect(try await server.delete(ada, eraseComments: erases).status == 204)
            let left = try await server.as(owner).listFeedback(FeedbackQuery()).items
            #expect(left.map(\.text) == ["another's"] + (erases ? [] : ["what she told"]))
            #expect(left.map(\.author?.username) == ["olive"] + (erases ? [] : [nil]))
            let id = ada.id.uuidString.lowercased()
            #expect(try await server.database.dump().filter { $0.contains(id) && !$0.hasPrefix("audit_entries: ") } == [])
            let code = try await refusal { try await server.as(owner).createFeedback(new) }
            #expect(code == (erases ? nil : .idTaken))
        }
    }

    /// Shows rule 2.19.
    @Test("An operator lists a tenant's feedback on the command line, and sets its state")
    func commandLine() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let feedback = try await server.as(ada).createFeedback(NewFeedback(text: "one\ntwo", context: "Sofa 1.4")).value
            server.clock.advance(by: 1)
            _ = try await server.as(ada).createFeedback(NewFeedback(text: "newer"))
            func run(_ arguments: String) async throws -> Shell.Outcome {
                try await Shell.run("davenport feedback \(arguments)", environment: ["MIGRATION_DATABASE_URL": server.database.ownerURI])
            }
            let id = feedback.id.uuidString.lowercased()
            let changed = try await run("set-state --tenant sofa \(id) solving")
            #expect(changed.output == "It is solving.\n", "\(changed)")
            let shown = "\(id)  2026-03-01T20:00:00.000Z  solving  ada  Sofa 1.4\n    one\n    two\n"
            #expect(try await run("list --tenant sofa --state solving").output == shown)
            let listed = try await run("list --tenant sofa").output
            #expect(listed.hasSuffix(shown) && listed.contains("newer"))
            #expect(try await run("list --tenant sofa --limit 1").output.contains("newer"))
            #expect(try await run("list --tenant sofa --json").output.contains("\"text\" : \"newer\""))
            #expect(try await run("set-state --tenant sofa \(UUID()) solving").errors.contains("no feedback with this id"))
            #expect(try await run("list --tenant sofa --limit 0").errors.contains("--limit must be from 1 to 10000"))
        }
    }
}
