import DavenportAPI
import Foundation

/// An assignment as it is while something is done to it.
struct AssignmentStanding: Sendable {
    let side: Side
    let state: AssignmentState
    let isClosed: Bool
    let attempt: Int
    let version: Int
    let lastNumber: Int
    /// Of the messages and actions that the student has made.
    let studentEntryCount: Int
    /// Until where the student's messages belong to an attempt that stands.
    let submittedNumber: Int?
    let isOpened: Bool
    /// Whether the due minute, and that of the lock, is over.
    let isPastDue, isPastLock: Bool
    let maxPoints: Hundredths?
    let taskDueAt: Date?
    let draft: Draft
    /// Whether it would be late with the extension that is asked for, and isn't without.
    let becomesLate: Bool

    /// What teachers have written and not published.
    struct Draft: Sendable {
        let points: Hundredths?
        let word: String?
        let text: String?
    }
}

/// What is recorded of an action that may be done.
struct EntryEffect: Sendable {
    let state: AssignmentState
    let effect: NotificationEffect
    let text: String?
    let points: Hundredths?
    let word: String?
    /// Whether there is anything of an evaluation in it.
    var isEvaluation: Bool { points != nil || word != nil || text != nil }
}

/// Decides whether something may be done to an assignment (rules 11), in the order in which refusals go. It is asked while the
/// assignment is locked.
struct EntryRules {
    let standing: AssignmentStanding
    let entry: NewEntry

    init(_ standing: AssignmentStanding, _ entry: NewEntry) {
        (self.standing, self.entry) = (standing, entry)
    }

    /// - Throws: the first refusal: `forbidden`, `closed`, `wrongState`, `locked`, `opened`, `pastDue`, `assignmentChanged`, or `invalid`.
    func effect() throws -> EntryEffect {
        guard let transition = StateMachine.transition(of: entry.action, by: standing.side, in: standing.state) else {
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

    /// Where the student was. An attempt that is being taken back doesn't count any more.
    private var rest: AssignmentState {
        if standing.attempt - (entry.action == .takeBack ? 1 : 0) >= 1 { return .returned }
        return standing.studentEntryCount > 0 ? .inProgress : .todo
    }

    /// A first attempt comes before the lock; nobody takes back what a teacher has opened, nor what would be late or too late then.
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

    // What is published is what is given, else what was drafted.
    private var points: Hundredths? { entry.action.evaluates ? entry.points ?? standing.draft.points : nil }
    private var word: String? { entry.action.evaluates ? entry.word ?? standing.draft.word : nil }
    private var text: String? { entry.text ?? (entry.action.evaluates ? standing.draft.text : nil) }

    private var faults: [FieldFault] {
        var faults: [FieldFault] = []
        if entry.action == .message, entry.text == nil, entry.fileIDs.isEmpty {
            faults.append(.init("text", .missing, "is required of a message without files"))
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
        if entry.version == nil { faults.append(.init("version", .missing, "is required of what evaluates")) }
        guard faults.isEmpty else { return faults }
        let isFinal = entry.action == .complete || entry.action == .evaluate && standing.state == .done
        if isFinal, standing.maxPoints != nil, points == nil { return [.init("points", .missing, "is required where the task has points")] }
        if entry.action == .evaluate, points == nil, word == nil, text == nil {
            return [.init(standing.maxPoints == nil ? "word" : "points", .missing, "is required where there is nothing else to publish")]
        }
        return []
    }

    private var extensionFaults: [FieldFault] {
        switch entry.extendedTo {
        case .keep: return [.init("extendedTo", .missing, "is required of an extension; null takes it back")]
        case .set(let date):
            if let due = standing.taskDueAt, date <= due { return [.init("extendedTo", .outOfRange, "must be after the task's dueAt")] }
        case .clear: break
        }
        return standing.becomesLate ? [.init("extendedTo", .notAllowed, "must not make late what came on time")] : []
    }
}

extension FieldFault {
    fileprivate init(_ field: String, _ code: Code, _ message: String) {
        self.init(field: field, code: code, message: message)
    }

    fileprivate static func uncarried(_ field: String, _ action: EntryAction) -> FieldFault {
        .init(field, .notAllowed, "can't come with \(action.rawValue)")
    }

    /// What is wrong with an evaluation of a task: points belong to one that has them, a word to one that hasn't.
    static func ofEvaluation(points: Hundredths?, word: String?, maxPoints: Hundredths?) -> [FieldFault] {
        guard let maxPoints else {
            return points == nil ? [] : [.init("points", .notAllowed, "belong to tasks with maxPoints")]
        }
        var faults: [FieldFault] = []
        if let points, points > maxPoints { faults.append(.init("points", .outOfRange, "must be from 0 to \(maxPoints)")) }
        if word != nil { faults.append(.init("word", .notAllowed, "belongs to tasks without maxPoints")) }
        return faults
    }
}
