import DavenportAPI

/// The side of an assignment on which a user acts: the student's or the teachers'.
package enum Side: String, Sendable, CaseIterable {
    case student
    /// A teacher of the task who has a teaching role now.
    case teacher
}

/// What an action does to the state of an assignment.
package enum Transition: Sendable, Equatable {
    case stays
    case becomes(AssignmentState)
    /// The assignment returns to `returned` if an attempt remains, else to `inProgress` if the student has made an
    /// entry, else to `todo`.
    case rests
    /// The action isn't possible in this state: 409 `wrong_state`.
    case refused
}

/// Whether an action notifies the other side. A student's action notifies the task's teachers, and a teacher's action
/// notifies the student.
package enum NotificationEffect: Sendable, Hashable {
    case nothing
    case tells(NotificationKind)
    /// Cancels the pending notifications of this kind that an earlier action of the same user wrote.
    case cancels(NotificationKind)
}

/// The table of actions on assignments: which side may perform them, how they change the state, and what they notify
/// (rules 11).
package enum StateMachine {
    /// One action of one side, and what it does in each state.
    package struct Rule: Sendable {
        package let action: EntryAction
        package let side: Side
        package let transitions: [AssignmentState: Transition]
        package let effects: [AssignmentState: NotificationEffect]

        /// Creates a rule.
        /// - Parameters:
        ///   - transitions: one transition for each state, in the order of `AssignmentState.allCases`.
        ///   - notifies: the notification that the action sends or cancels.
        ///   - whenDone: the notification if the assignment is done already; nil if it is the same as `notifies`.
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

    /// Returns what an action does to a state; nil if this side can't perform the action.
    package static func transition(of action: EntryAction, by side: Side, in state: AssignmentState) -> Transition? {
        rule(of: action, by: side)?.transitions[state]
    }

    /// Returns which notification an action sends or cancels in a state.
    static func effect(of action: EntryAction, by side: Side, in state: AssignmentState) -> NotificationEffect {
        rule(of: action, by: side)?.effects[state] ?? .nothing
    }

    private static func rule(of action: EntryAction, by side: Side) -> Rule? {
        rules.first { $0.action == action && $0.side == side }
    }

    /// Returns whether an action can complete an assignment or undo its completion. Such an action can also complete
    /// the task or reopen it.
    static func changesCompletion(_ action: EntryAction) -> Bool {
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
    /// Whether the action publishes an evaluation. If so, the points, word and text that the request omits are taken
    /// from the assignment's draft evaluation.
    package var evaluates: Bool { [.return, .complete, .evaluate].contains(self) }
}
