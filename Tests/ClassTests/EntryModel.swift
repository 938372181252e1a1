import DavenportAPI
import Foundation

/// A plain model of one assignment (rules 11), compared with the server. The task has points and no due time.
struct EntryModel {
    struct Entry {
        let number: Int
        /// The number of the author: 0 is the student, and other numbers are teachers.
        let author: Int
        let action: EntryAction
        var deleted = false
    }

    var state = "todo"
    var attempt = 0
    var version = 0
    var entries: [Entry] = []
    var read: [Int: Int] = [:]
    var isOpened = false
    var hasDraft = false
    var isClosed = false
    /// The numbers of the submissions that weren't taken back.
    var submitted: [Int] = []

    func unread(_ person: Int) -> Int {
        entries.count { !$0.deleted && $0.author != person && $0.number > read[person, default: 0] }
    }

    /// Returns the student's state before any feedback on this attempt.
    private func rest(_ attempt: Int) -> String {
        if attempt > 0 { return "returned" }
        return entries.contains { $0.author == 0 && !$0.deleted } ? "inProgress" : "todo"
    }

    /// Returns the state after an action, nil if the action is refused.
    private func next(_ action: EntryAction, _ isStudent: Bool) -> String? {
        switch (action, isStudent, state) {
        case (.message, true, "todo"), (.start, true, "todo"): "inProgress"
        case (.message, _, _), (.extend, false, _), (.evaluate, false, "returned"), (.evaluate, false, "done"): state
        case (.submit, true, "todo"), (.submit, true, "inProgress"), (.submit, true, "returned"): "submitted"
        case (.takeBack, true, "submitted") where !isOpened: rest(attempt - 1)
        case (.return, false, "submitted"): "returned"
        case (.complete, false, _) where !["done", "excused"].contains(state): "done"
        case (.excuse, false, _) where !["done", "excused"].contains(state): "excused"
        case (.reopen, false, "done"), (.reopen, false, "excused"): rest(attempt)
        default: nil
        }
    }

    /// Performs an action, and returns whether it is allowed.
    mutating func act(_ action: EntryAction, by person: Int, version named: Int) -> Bool {
        let isFree = action == .message || !action.isEvaluation
        guard !isClosed, let state = next(action, person == 0), isFree || named == version else { return false }
        self.state = state
        entries.append(Entry(number: entries.count + 1, author: person, action: action))
        if action != .message { version += 1 }
        if action.isEvaluation { hasDraft = false }
        if action == .submit { (attempt, isOpened, submitted) = (attempt + 1, false, submitted + [entries.count]) }
        if action == .takeBack { (attempt, submitted) = (attempt - 1, submitted.dropLast()) }
        return true
    }

    mutating func draft(version named: Int) -> Bool {
        guard !isClosed, named == version else { return false }
        (version, hasDraft, isOpened) = (version + 1, true, isOpened || state == "submitted")
        return true
    }

    mutating func read(_ person: Int, upTo number: Int) {
        read[person] = max(read[person, default: 0], number)
        if person > 0, state == "submitted", let last = submitted.last, read[person, default: 0] >= last { isOpened = true }
    }

    mutating func delete(_ index: Int, by person: Int) -> Bool {
        let entry = entries[index]
        let isFixed = person == 0 && entry.number <= submitted.last ?? 0
        guard !isClosed, entry.action == .message, entry.author == person, !entry.deleted, !isFixed else { return false }
        entries[index].deleted = true
        return true
    }
}

extension EntryAction {
    fileprivate var isEvaluation: Bool { [.return, .complete, .evaluate].contains(self) }
}
