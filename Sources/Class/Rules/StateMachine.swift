import DavenportAPI

/// On which side of an assignment somebody is who may see it.
package enum Side: String, Sendable, CaseIterable {
    case student
    /// Any teacher of the task who teaches now.
    case teacher
}

/// What an action makes of the state that an assignment is in.
package enum Transition: Sendable, Equatable {
    case stays
    case becomes(AssignmentState)
    /// To where the student was: `returned` while an attempt stands, else `inProgress` where the student has an entry, else `todo`.
    case rests
    /// It can't be done in this state: 409 `wrong_state`.
    case refused
}

/// What the other side is told of an action: of a student's the teachers of the task, of a teacher's the student.
package enum NotificationEffect: Sendable, Hashable {
    case nothing
    case tells(NotificationKind)
    /// What waits to be told of it is cancelled.
    case cancels(NotificationKind)
}

/// What can be done to an assignment, by whom, what becomes of its state and what is told of it (rules 11): the one table of it.
package enum StateMachine {
    /// What one side can do by one action, state by state.
    package struct Rule: Sendable {
        package let action: EntryAction
        package let side: Side
        package let transitions: [AssignmentState: Transition]
        package let effects: [AssignmentState: NotificationEffect]

        /// - Parameters:
        ///   - transitions: one for each state, in the order in which they are declared.
        ///   - notifies: what is told of it.
        ///   - whenDone: what is told of it where the assignment is done, if that is something else.
        fileprivate init(
            _ action: EntryAction, _ side: Side, _ transitions: Transition..., notifies: NotificationEffect = .nothing,
            whenDone: NotificationEffect? = nil
        ) {
            (self.action, self.side) = (action, side)
            self.transitions = Dictionary(uniqueKeysWithValues: zip(AssignmentState.allCases, transitions))
            effects = Dictionary(
                uniqueKeysWithValues: AssignmentState.allCases.map { ($0, $0 == .done ? whenDone ?? notifies : notifies) })
        }
    }

    // todo, inProgress, submitted, returned, done, excused
    package static let rules = [
        Rule(.message, .student, .becomes(.inProgress), .stays, .stays, .stays, .stays, .stays, notifies: .tells(.taskMessage)),
        Rule(.message, .teacher, .stays, .stays, .stays, .stays, .stays, .stays, notifies: .tells(.taskMessage)),
        Rule(.start, .student, .becomes(.inProgress), .refused, .refused, .refused, .refused, .refused),
        Rule(
            .submit, .student, .becomes(.submitted), .becomes(.submitted), .refused, .becomes(.submitted), .refused, .refused,
            notifies: .tells(.taskSubmitted)),
        Rule(.takeBack, .student, .refused, .refused, .rests, .refused, .refused, .refused, notifies: .cancels(.taskSubmitted)),
        Rule(.return, .teacher, .refused, .refused, .becomes(.returned), .refused, .refused, .refused, notifies: .tells(.taskReturned)),
        Rule(
            .complete, .teacher, .becomes(.done), .becomes(.done), .becomes(.done), .becomes(.done), .refused, .refused,
            notifies: .tells(.taskDone)),
        Rule(
            .evaluate, .teacher, .refused, .refused, .refused, .stays, .stays, .refused,
            notifies: .tells(.taskReturned), whenDone: .tells(.taskDone)),
        Rule(
            .excuse, .teacher, .becomes(.excused), .becomes(.excused), .becomes(.excused), .becomes(.excused), .refused, .refused,
            notifies: .tells(.taskDone)),
        Rule(.reopen, .teacher, .refused, .refused, .refused, .refused, .rests, .rests, notifies: .tells(.taskReturned)),
        Rule(.extend, .teacher, .stays, .stays, .stays, .stays, .stays, .stays),
    ]

    /// What an action of one side makes of a state; nil where it is the other side's action.
    package static func transition(of action: EntryAction, by side: Side, in state: AssignmentState) -> Transition? {
        rule(of: action, by: side)?.transitions[state]
    }

    /// What is told of an action that is done in a state.
    static func effect(of action: EntryAction, by side: Side, in state: AssignmentState) -> NotificationEffect {
        rule(of: action, by: side)?.effects[state] ?? .nothing
    }

    private static func rule(of action: EntryAction, by side: Side) -> Rule? {
        rules.first { $0.action == action && $0.side == side }
    }

    /// Whether an action can complete an assignment, or end that it is: then it goes on to the task.
    static func movesCompletion(_ action: EntryAction) -> Bool {
        let completed: [AssignmentState] = [.done, .excused]
        return rules.contains { rule in
            rule.action == action
                && rule.transitions.contains { state, transition in
                    switch transition {
                    case .becomes(let next): completed.contains(state) != completed.contains(next)
                    case .rests: completed.contains(state)
                    case .stays, .refused: false
                    }
                }
        }
    }
}

extension EntryAction {
    /// Whether it publishes an evaluation, from what it carries and what is drafted.
    package var evaluates: Bool { [.return, .complete, .evaluate].contains(self) }
}
