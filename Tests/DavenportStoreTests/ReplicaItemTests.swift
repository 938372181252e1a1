import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import DavenportStore

@Suite("rule 14.15: a local copy of assignments and plays")
struct ReplicaItemTests {
    @MainActor private func replica(_ folder: Folder, _ name: String, _ server: TestServer, _ person: Person) -> Replica {
        var environment = ReplicaEnvironment()
        environment.now = { server.clock.now }
        environment.limit = 3
        return Replica(folder: folder.file(name), client: server.as(person), environment: environment)
    }

    /// Shows rule 14.15.
    @Test("Assignments, entries, challenges and plays are available offline, and follow the sync feed")
    func items() async throws {
        try await TestServer.with(features: [.class, .play]) { server in
            try await Folder.with { folder in
                let tina = try await server.person("tina", role: .teacher, birthday: "1980-05-17")
                let sam = try await server.person("sam", role: .student)
                _ = try await server.as(tina).addStudent(userID: sam.id)
                var ids: [UUID] = []
                for title in ["one", "two"] {
                    let task = try await server.as(tina).createTask(NewTask(title: title, studentIDs: [sam.id])).value
                    ids += try await server.as(tina).listTaskAssignments(taskID: task.id).items.map(\.id)
                }
                for text in ["hello", "again", "there"] {
                    _ = try await server.as(sam).createEntry(NewEntry(assignmentID: ids[0], action: .message, text: text))
                }
                let play = try await server.as(sam).startPlay(challengeID: try await server.as(sam).showToday().timed.id).value
                let copy = replica(folder, "copy", server, sam)
                try await copy.sync()
                #expect(Set(copy.assignments.items.map(\.id)) == Set(ids))
                #expect(try await copy.entries(of: ids[0]).compactMap(\.text) == ["hello", "again", "there"])
                #expect(copy.challenges.items.count == 2)
                #expect(copy.plays.items.map(\.letters) == [play.letters])
                #expect(copy.plays.items.map(\.over) == [false])

                let said = try await server.as(tina).createEntry(NewEntry(assignmentID: ids[0], action: .message, text: "yes")).value
                _ = try await server.as(tina).withdrawAssignment(
                    taskID: try await server.as(sam).showAssignment(assignmentID: ids[1]).task.id, userID: sam.id)
                server.clock.advance(by: 3600)
                try await copy.sync()
                #expect(copy.assignments.items.map(\.id) == [ids[0]])
                #expect(try await copy.entries(of: ids[0]).last == said.entry)
                #expect(copy.plays.items.map(\.over) == [true])

                _ = try await server.as(tina).createEntry(NewEntry(assignmentID: ids[0], action: .excuse))
                try await copy.sync()
                server.clock.advance(by: 8 * 86_400)
                try await copy.sync()
                #expect(copy.assignments.items.map(\.archived) == [true])
                let fresh = replica(folder, "fresh", server, sam)
                try await fresh.sync()
                for one in [fresh, replica(folder, "copy", server, sam)] {
                    try await one.hasLoaded()
                    #expect(one.assignments.items == copy.assignments.items)
                    #expect(one.challenges.items == copy.challenges.items)
                    #expect(one.plays.items == copy.plays.items)
                    #expect(try await one.entries(of: ids[0]) == copy.entries(of: ids[0]))
                }
            }
        }
    }
}
