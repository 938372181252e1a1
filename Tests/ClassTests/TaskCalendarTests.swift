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
}
