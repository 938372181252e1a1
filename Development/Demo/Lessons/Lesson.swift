import DavenportAPI
import Foundation

/// A task of the demo: its content, its students and the steps of its assignments.
struct Lesson: Sendable {
    let taskID: UUID
    let title: String
    let description: String
    var priority = Priority.none
    var tags: [String] = []
    var maxPoints: Hundredths?
    /// The number of days from the fortnight's end to the due time, negative for an earlier time; nil if there is no
    /// due time.
    var dueInDays: Int?
    let made: Ago
    var students: [Friend] = []
    var steps: [Step] = []

    /// Returns the id of the demo's task with this number. It is the same in every demo.
    static func id(_ number: UInt8) -> UUID {
        UUID(uuid: (0x50, 0xFB, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    /// Returns the task's due time in whole minutes; nil if there is none.
    func dueAt(_ now: Date) -> Date? {
        dueInDays.map { Date(timeIntervalSince1970: ((now.timeIntervalSince1970 + Double($0) * 86_400) / 60).rounded(.down) * 60) }
    }
}

/// One action on a student's assignment. Before the action, the person who performs it reads the assignment's entries.
struct Step: Sendable {
    enum DemoAction: Sendable {
        case entry(EntryAction)
        /// The teacher drafts an evaluation.
        case draft
    }

    let friend: Friend
    let student: Friend
    let ago: Ago
    let action: DemoAction
    let text: String?
    let points: Hundredths?
    let word: String?

    /// Returns a step of the student on their own assignment.
    static func by(_ student: Friend, _ action: EntryAction, daysAgo: Int, hours: Int, _ text: String? = nil) -> Self {
        Self(
            friend: student, student: student, ago: Ago(days: daysAgo, hours: hours), action: .entry(action), text: text, points: nil,
            word: nil)
    }

    /// Returns an action of the teacher, Greta, on the assignment of a student. The points or the word are her evaluation.
    static func to(
        _ student: Friend, _ action: DemoAction, daysAgo: Int, hours: Int, _ text: String? = nil, points: Hundredths? = nil,
        word: String? = nil
    ) -> Self {
        Self(
            friend: .greta, student: student, ago: Ago(days: daysAgo, hours: hours), action: action, text: text, points: points, word: word)
    }
}
