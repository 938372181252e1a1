import DavenportAPI
import Foundation

/// The state of an assignment whose row the transaction has locked, before an action on it.
struct AssignmentStanding: Sendable {
    let side: Side
    /// Whether the student made the task for themselves. Then nobody performs an action on it.
    let isOwn: Bool
    let state: AssignmentState
    let isClosed: Bool
    let attempt: Int
    let version: Int
    let lastNumber: Int
    /// The number of entries that the student has made: messages and actions.
    let studentEntryCount: Int
    /// The number of the entry that submitted the last attempt; nil if there is no attempt. The student's messages up
    /// to that entry belong to an attempt and can't be deleted.
    let submittedNumber: Int?
    let isOpened: Bool
    /// Whether the minute of the due time is over, and whether the minute of the task's lock time is over.
    let isPastDue, isPastLock: Bool
    let maxPoints: Hundredths?
    let taskDueAt: Date?
    let draft: Draft
    /// Whether the requested extension would turn a submission that is on time into a late one. It is false for other
    /// actions.
    let becomesLate: Bool

    /// The unpublished draft of an evaluation, which all teachers of the task share.
    struct Draft: Sendable {
        let points: Hundredths?
        let word: String?
        let text: String?
    }
}

/// What an allowed action changes: the new state, the notification, and what is published.
struct EntryEffect: Sendable {
    let state: AssignmentState
    let effect: NotificationEffect
    let text: String?
    let points: Hundredths?
    let word: String?
    /// Whether the action publishes points, a word or a text.
    var isEvaluation: Bool { points != nil || word != nil || text != nil }
}

/// Decides whether an action on an assignment is allowed, and what it changes (rules 11). The assignment's row must be
/// locked.
struct EntryRules {
    let standing: AssignmentStanding
    let entry: NewEntry

    init(_ standing: AssignmentStanding, _ entry: NewEntry) {
        (self.standing, self.entry) = (standing, entry)
    }

    /// Returns what the action changes.
    /// - Throws: the first error that applies, in this order: `forbidden`, `closed`, `wrongState`, `locked`, `opened`,
    ///   `pastDue`, `assignmentChanged`, `invalid`.
    func effect() throws -> EntryEffect {
        guard !standing.isOwn, let transition = StateMachine.transition(of: entry.action, by: standing.side, in: standing.state) else {
            throw Problem(.forbidden)
        }
        if standing.isClosed { throw Problem(.closed) }
        guard let state = next(transition) else { throw Problem.wrongState(standing.state) }
        try refuseTooLate()
        if let version = entry.version, version != standing.version { throw Problem(.assignmentChanged) }
        let faults = faults
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        let effect = StateMachine.effect(of: entry.action, by: standing.side, in: standing.state)
        return EntryEffect(state: state, effect: effect, text: text, points: points, word: word)
    }

    private func next(_ transition: Transition) -> AssignmentState? {
        switch transition {
        case .stays: standing.state
        case .becomes(let state): state
        case .rests: rest
        case .refused: nil
        }
    }

    /// The state to which the assignment returns when an attempt is taken back or a completion is undone.
    ///
    /// It is `returned` if an attempt remains, `inProgress` if the student has made an entry, else `todo`. An attempt
    /// that is being taken back doesn't remain.
    private var rest: AssignmentState {
        if standing.attempt - (entry.action == .takeBack ? 1 : 0) >= 1 { return .returned }
        return standing.studentEntryCount > 0 ? .inProgress : .todo
    }

    /// Throws if it is too late for the action.
    ///
    /// A first attempt must be submitted before the task's lock time. An attempt can't be taken back once a teacher has
    /// opened it. A first attempt can't be taken back after the minute of its due time or of the task's lock time
    /// either.
    private func refuseTooLate() throws {
        switch entry.action {
        case .submit:
            if standing.attempt == 0, standing.isPastLock { throw Problem(.locked) }
        case .takeBack:
            if standing.attempt == 1, standing.isPastLock { throw Problem(.locked) }
            if standing.isOpened { throw Problem(.opened) }
            if standing.attempt == 1, standing.isPastDue { throw Problem(.pastDue) }
        default: break
        }
    }

    // The published fields come from the request, or from the draft if the request leaves them out.
    private var points: Hundredths? { entry.action.evaluates ? entry.points ?? standing.draft.points : nil }
    private var word: String? { entry.action.evaluates ? entry.word ?? standing.draft.word : nil }
    private var text: String? { entry.text ?? (entry.action.evaluates ? standing.draft.text : nil) }

    private var faults: [FieldFault] {
        var faults: [FieldFault] = []
        if entry.action == .message, entry.text == nil, entry.fileIDs.isEmpty {
            faults.append(.init("text", .missing, "is required for a message without files"))
        }
        faults += entry.action.evaluates ? evaluationFaults : uncarriedFaults
        faults += entry.action == .extend ? extensionFaults : entry.extendedTo == .keep ? [] : [.uncarried("extendedTo", entry.action)]
        return faults
    }

    private var uncarriedFaults: [FieldFault] {
        (entry.points == nil ? [] : [.uncarried("points", entry.action)]) + (entry.word == nil ? [] : [.uncarried("word", entry.action)])
    }

    private var evaluationFaults: [FieldFault] {
        var faults = FieldFault.ofEvaluation(points: entry.points, word: entry.word, maxPoints: standing.maxPoints)
        if entry.version == nil { faults.append(.init("version", .missing, "is required for an evaluation")) }
        guard faults.isEmpty else { return faults }
        let isFinal = entry.action == .complete || entry.action == .evaluate && standing.state == .done
        if isFinal, standing.maxPoints != nil, points == nil { return [.init("points", .missing, "is required if the task has maxPoints")] }
        if entry.action == .evaluate, points == nil, word == nil, text == nil {
            return [.init(standing.maxPoints == nil ? "word" : "points", .missing, "is required if there is nothing else to publish")]
        }
        return []
    }

    private var extensionFaults: [FieldFault] {
        switch entry.extendedTo {
        case .keep: return [.init("extendedTo", .missing, "is required for an extension; null removes it")]
        case .set(let date):
            if let due = standing.taskDueAt, date <= due { return [.init("extendedTo", .outOfRange, "must be after the task's dueAt")] }
        case .clear: break
        }
        return standing.becomesLate ? [.init("extendedTo", .notAllowed, "must not make a submission late that was on time")] : []
    }
}

extension FieldFault {
    fileprivate init(_ field: String, _ code: Code, _ message: String) {
        self.init(field: field, code: code, message: message)
    }

    fileprivate static func uncarried(_ field: String, _ action: EntryAction) -> FieldFault {
        .init(field, .notAllowed, "isn't allowed with \(action.rawValue)")
    }

    /// Returns what is wrong with an evaluation. A task with `maxPoints` is evaluated by points only, and a task
    /// without is evaluated by a word only.
    static func ofEvaluation(points: Hundredths?, word: String?, maxPoints: Hundredths?) -> [FieldFault] {
        guard let maxPoints else {
            return points == nil ? [] : [.init("points", .notAllowed, "are only allowed for tasks with maxPoints")]
        }
        var faults: [FieldFault] = []
        if let points, points > maxPoints { faults.append(.init("points", .outOfRange, "must be from 0 to \(maxPoints)")) }
        if word != nil { faults.append(.init("word", .notAllowed, "is only allowed for tasks without maxPoints")) }
        return faults
    }
}
