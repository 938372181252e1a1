import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rules 25: tasks in the calendar")
struct TaskCalendarTests {
    /// Shows rule 25.4.
    @Test("A task is in its student's calendar at the deadline until it is handed in; long titles are folded and escaped")
    func tasks() async throws {
        try await TestServer.with(features: [.class]) { server in
            let tina = try await server.person("tina", role: .teacher, birthday: "1980-05-17")
            let sam = try await server.person("sam", role: .student)
            _ = try await server.as(tina).addStudent(userID: sam.id)
            let title = "Scales, arpeggios; \\ " + String(repeating: "🎹", count: 40)
            let due = server.clock.now.addingTimeInterval(86_400)
            let task = try await server.as(tina).createTask(NewTask(title: title, dueAt: due, studentIDs: [sam.id])).value
            let url = try await server.as(sam).createAccessKey(NewAccessKey(purpose: .calendar)).url
            let answer = try await server.call(.get, url)
            #expect(answer.text.utf8.split(separator: UInt8(ascii: "\n")).allSatisfy { $0.count <= 76 })
            let text = answer.text.replacing("\r\n ", with: "")
            #expect(text.contains("SUMMARY:Scales\\, arpeggios\\; \\\\ \(String(repeating: "🎹", count: 40))\r\n"))
            #expect(text.contains("DTSTART:20260302T200000Z\r\n"))
            #expect(text.contains("UID:task-\(task.id.uuidString.lowercased())@"))
            let teacher = try await server.as(tina).createAccessKey(NewAccessKey(purpose: .calendar)).url
            #expect(!(try await server.call(.get, teacher).text.contains("VEVENT")), "it is the student's to do")
            let assignment = try #require(try await server.as(sam).listAssignments(AssignmentQuery()).items.first)
            _ = try await server.as(sam).createEntry(NewEntry(assignmentID: assignment.id, action: .submit, text: "done"))
            #expect(!(try await server.call(.get, url).text.contains("VEVENT")))
        }
    }

    /// The properties of the event of a task by name, without their parameters.
    private func event(of task: ClassTask, in text: String) throws -> [String: String] {
        let events = text.replacing("\r\n ", with: "").components(separatedBy: "BEGIN:VEVENT\r\n").dropFirst()
        let lines = try #require(events.first { $0.contains("UID:task-\(task.id.uuidString.lowercased())@") })
        let pairs = lines.components(separatedBy: "END:VEVENT")[0].split(separator: "\r\n").map { line in
            (String(line.prefix { $0 != ":" && $0 != ";" }), String(line.drop { $0 != ":" }.dropFirst()))
        }
        try #require(Set(pairs.map(\.0)).count == pairs.count, "no property is there twice")
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Shows rule 25.4.
    @Test("An event that moves keeps its UID, and its SEQUENCE and DTSTAMP only grow; another text changes DTSTAMP alone")
    func moves() async throws {
        try await TestServer.with(features: [.class]) { server in
            let tina = try await server.person("tina", role: .teacher, birthday: "1980-05-17")
            let sam = try await server.person("sam", role: .student)
            _ = try await server.as(tina).addStudent(userID: sam.id)
            let began = server.clock.now
            let day = { (days: Double) in began.addingTimeInterval(days * 86_400) }
            let task = try await server.as(tina).createTask(NewTask(title: "Scales", dueAt: day(20), studentIDs: [sam.id])).value
            let other = try await server.as(tina).createTask(NewTask(title: "Other", dueAt: day(30), studentIDs: [sam.id])).value
            let url = try await server.as(sam).createAccessKey(NewAccessKey(purpose: .calendar)).url
            let first = try await server.call(.get, url)
            #expect(!first.text.contains("METHOD:"), "RFC 5546 would demand an ORGANIZER")
            let beginning = try event(of: task, in: first.text)
            #expect(beginning["SEQUENCE"] == "0" && beginning["DTSTAMP"] == beginning["LAST-MODIFIED"])
            #expect(beginning["DTSTAMP"] == "20260301T200000Z" && beginning["DTSTART"] == "20260321T200000Z")
            let untouched = try event(of: other, in: first.text)
            var before = beginning
            let changes = [
                TaskChange(taskID: task.id, dueAt: .set(day(25))), TaskChange(taskID: task.id, dueAt: .set(day(3))),
                TaskChange(taskID: task.id, title: "Arpeggios"), TaskChange(taskID: task.id, dueAt: .set(day(20))),
            ]
            for (change, sequence) in zip(changes, ["1", "2", "2", "3"]) {
                server.clock.advance(by: 3600)
                _ = try await server.as(tina).changeTask(change)
                let text = try await server.call(.get, url).text
                let after = try event(of: task, in: text)
                #expect(after["UID"] == before["UID"] && after["SEQUENCE"] == sequence, "\(after)")
                #expect(try #require(after["DTSTAMP"]) > (try #require(before["DTSTAMP"])) && after["LAST-MODIFIED"] == after["DTSTAMP"])
                #expect(try event(of: other, in: text) == untouched)
                before = after
            }
            server.clock.advance(by: 3600)
            let answer = try await server.call(.get, url)
            #expect(try event(of: task, in: answer.text) == before, "nothing depends on when it is read")
            #expect(try await server.call(.get, url, headers: ["If-None-Match": try #require(answer.headers["etag"])]).status == 304)
        }
    }
}
