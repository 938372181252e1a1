import Foundation
import Testing

@testable import Domain

@Suite("rules 25: what a key remembers of its calendar")
struct CalendarRevisionsTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func events(_ numbers: ClosedRange<Int>) -> [CalendarEvent] {
        numbers.map { CalendarEvent(id: "task-\(1_000_000 + $0)", summary: "Task \($0)", .moment(now)) }
    }

    /// Shows rule 25.4.
    @Test("The most events fit an import, those of the calendar stay, and the same ones at each call")
    func most() throws {
        var revisions = CalendarRevisions()
        let (first, later) = (Self.events(1...1500), Self.events(1001...4000))
        _ = revisions.note(first, at: Self.now)
        _ = revisions.note(later, at: Self.now + 60)
        let bytes = try JSONEncoder().encode(revisions)
        #expect(bytes.count <= CalendarRevisions.limit)
        #expect(try JSONDecoder().decode([String: CalendarRevisions.Revision].self, from: bytes).count == 2000)
        #expect(Self.events(1...1000).allSatisfy { revisions[$0] == nil })
        #expect(Self.events(1001...1500).allSatisfy { revisions[$0] != nil })
        let changes = revisions.note(later, at: Self.now + 120)
        #expect(!changes, "the calendar hasn't changed")
        // Of those that left the calendar, the latest changes are remembered.
        _ = revisions.note(Self.events(5001...5100), at: Self.now + 180)
        #expect(Self.events(5001...5100).allSatisfy { revisions[$0] != nil })
        #expect(revisions[Self.events(1501...1501)[0]] != nil)
        #expect(Self.events(1401...1500).allSatisfy { revisions[$0] == nil })
    }
}
