import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: who may do which action to an assignment, in which state")
struct StateMachineTests {
    /// A second copy of the rules' table: for each action its result in each state, in the order of `states`.
    /// `x` means that the action is refused, and `=` that the state stays. `rest` is the student's former state: in
    /// these cells "assigned", unless an attempt was taken back. `notifies` has the notification that the other side
    /// gets. If it has two, the second one is about the completed assignment.
    static let table: [(action: EntryAction, side: Side, states: [String], notifies: [String])] = [
        (.message, .student, ["inProgress", "=", "=", "=", "=", "="], ["task.message"]),
        (.message, .teacher, ["=", "=", "=", "=", "=", "="], ["task.message"]),
        (.start, .student, ["inProgress", "x", "x", "x", "x", "x"], []),
        (.submit, .student, ["submitted", "submitted", "x", "submitted", "x", "x"], ["task.submitted"]),
        (.takeBack, .student, ["x", "x", "rest", "x", "x", "x"], []),
        (.return, .teacher, ["x", "x", "returned", "x", "x", "x"], ["task.returned"]),
        (.complete, .teacher, ["done", "done", "done", "done", "x", "x"], ["task.done"]),
        (.evaluate, .teacher, ["x", "x", "x", "=", "=", "x"], ["task.returned", "task.done"]),
        (.excuse, .teacher, ["excused", "excused", "excused", "excused", "x", "x"], ["task.done"]),
        (.reopen, .teacher, ["x", "x", "x", "x", "rest", "rest"], ["task.returned"]),
        (.extend, .teacher, ["=", "=", "=", "=", "=", "="], []),
    ]
    static let states: [AssignmentState] = [.todo, .inProgress, .submitted, .returned, .done, .excused]

    /// Returns the expected outcome of a cell: the next state, or the refusal.
    private static func expected(_ action: EntryAction, _ side: Side, _ state: AssignmentState) -> Result<AssignmentState, Refusal> {
        guard let row = table.first(where: { $0.action == action && $0.side == side }) else { return .failure(.init(.forbidden, 403)) }
        switch row.states[states.firstIndex(of: state) ?? 0] {
        case "x": return .failure(.init(.wrongState, 409))
        case "=": return .success(state)
        case "rest": return .success(action == .takeBack ? .inProgress : .todo)
        case let name: return AssignmentState(rawValue: name).map { .success($0) } ?? .failure(.init(.internalError, 500))
        }
    }

    /// Returns the pending notifications that a cell expects. Before the action there are none, except about an attempt
    /// that is taken back.
    private static func pending(
        _ action: EntryAction, _ person: Person, _ side: Side, _ state: AssignmentState, _ number: Int
    ) -> [String] {
        let kinds = table.first { $0.action == action && $0.side == side }?.notifies ?? []
        guard let kind = state == .done ? kinds.last : kinds.first else { return [] }
        return (side == .student ? ["tina", "toni"] : ["sam0"]).map { "\(kind) \(person.username)>\($0) \(number)-\(number)" }
    }

    private struct Refusal: Error {
        let code: Problem.Code
        let status: Int

        init(_ code: Problem.Code, _ status: Int) {
            (self.code, self.status) = (code, status)
        }
    }

    /// Shows rules 11.12, 11.13, 11.17, 11.18 and 11.41.
    @Test(
        "Of six states, ten actions and five callers 61 combinations are allowed, and a refused action changes nothing",
        arguments: states)
    func cells(state: AssignmentState) async throws {
        try await Classroom.with(students: 2) { room in
            let cast = try await Cast(room)
            let standing = try await cast.assignment(in: state)
            let before = try await room.server.database.dump()
            for action in EntryAction.allCases {
                for (person, side) in cast.callers {
                    guard case .failure(let refusal) = Self.outcome(action, side, state) else { continue }
                    let answer = try await cast.tries(person, action, on: standing)
                    #expect(
                        answer.status == refusal.status && answer.code == refusal.code, "\(person.username) \(action) \(state): \(answer)")
                    let reported = try answer.json(Problem.self).state
                    #expect(reported == (refusal.code == .wrongState ? state : nil), "\(person.username) \(action) \(state)")
                }
            }
            #expect(try await room.server.database.dump() == before, "what is refused changes nothing")
            var allowed = 0
            for action in EntryAction.allCases {
                for (person, side) in cast.callers {
                    guard case .success(let next) = Self.outcome(action, side, state) else { continue }
                    allowed += 1
                    let fresh = try await cast.assignment(in: state)
                    try await room.server.forgetNotices(but: action == .takeBack ? .taskSubmitted : nil)
                    let made: RecordedEntry = try await cast.tries(person, action, on: fresh).expecting(201)
                    let notified = try await room.server.pending().filter { !$0.hasPrefix(NotificationKind.taskDue.rawValue) }
                    #expect(
                        notified == Self.pending(action, person, side ?? .student, state, made.entry.number),
                        "\(person.username) \(action) \(state)")
                    #expect(made.assignment.state == next, "\(person.username) \(action) \(state)")
                    #expect(made.entry.action == action && made.entry.author?.id == person.id)
                    #expect(made.entry.number == fresh.entryCount + 1)
                    let seen = try await room.server.assignment(fresh.id, seenBy: room.teacher)
                    #expect(seen.version == fresh.version + (action == .message ? 0 : 1), "\(person.username) \(action) \(state)")
                }
            }
            #expect(
                allowed
                    == Self.table.reduce(0) {
                        $0 + ($1.states[Self.states.firstIndex(of: state) ?? 0] == "x" ? 0 : $1.side == .student ? 1 : 2)
                    })
        }
    }

    /// Shows rules 11.16 and 11.17.
    @Test("On a closed assignment every action of every caller is refused, in every state", arguments: states)
    func closed(state: AssignmentState) async throws {
        try await Classroom.with(students: 2) { room in
            let cast = try await Cast(room)
            let standing = try await cast.assignment(in: state)
            _ = try await room.server.as(room.teacher).changeTask(TaskChange(taskID: standing.taskID, closed: true))
            let before = try await room.server.database.dump()
            for action in EntryAction.allCases {
                for (person, side) in cast.callers {
                    let answer = try await cast.tries(person, action, on: standing)
                    let isOwn = side.map { side in Self.table.contains { $0.action == action && $0.side == side } }
                    let code: Problem.Code = isOwn == nil ? .notFound : isOwn == true ? .closed : .forbidden
                    #expect(answer.code == code, "\(person.username) \(action) \(state): \(answer)")
                }
            }
            #expect(try await room.server.database.dump() == before)
            #expect(try await room.server.assignment(standing.id, seenBy: room.student).closed, "it can be read")
        }
    }

    /// Shows rules 11.12 and 11.41.
    @Test("The table allows the student 11 actions and each teacher 25, and equals the documented table")
    func table() throws {
        for row in Self.table {
            for (state, cell) in zip(Self.states, row.states) {
                let transition = StateMachine.transition(of: row.action, by: row.side, in: state)
                let expected: Transition? =
                    switch cell {
                    case "x": .refused
                    case "=": .stays
                    case "rest": .rests
                    default: AssignmentState(rawValue: cell).map { .becomes($0) }
                    }
                #expect(transition == expected, "\(row.action) \(row.side) \(state)")
                let effect = StateMachine.rules.first { $0.action == row.action && $0.side == row.side }?.effects[state]
                let kind = (state == .done ? row.notifies.last : row.notifies.first).map { NotificationKind(rawValue: $0) }
                #expect(
                    effect == (row.action == .takeBack ? .cancels(.taskSubmitted) : kind.map { .tells($0) } ?? .nothing),
                    "\(row.action) \(row.side) \(state)")
            }
        }
        let counts = Side.allCases.map { side in
            StateMachine.rules.filter { $0.side == side }.flatMap(\.transitions.values).count { $0 != .refused }
        }
        #expect(counts == [11, 25] && StateMachine.rules.count == Self.table.count)
        let lines = try Self.documented()
        #expect(lines == StateMachine.rules.map(\.documented))
    }

    /// The rows of the table in docs/rules/class.md.
    private static func documented() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/rules/class.md"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: " | ")
        }
    }

    private static func outcome(_ action: EntryAction, _ side: Side?, _ state: AssignmentState) -> Result<AssignmentState, Refusal> {
        side.map { expected(action, $0, state) } ?? .failure(.init(.notFound, 404))
    }
}

extension StateMachine.Rule {
    /// The action as a row of the document's table.
    fileprivate var documented: String {
        let cells = AssignmentState.allCases.map { state in
            switch transitions[state] {
            case .becomes(let next): next.rawValue
            case .stays: "="
            case .rests: "*rest*"
            case .refused, nil: "✗"
            }
        }
        return (["`\(action.rawValue)`", side == .student ? "S" : "T"] + cells + [notifies]).joined(separator: " | ")
    }

    private var notifies: String {
        var notified: [NotificationKind] = []
        for state in AssignmentState.allCases where transitions[state] != .refused {
            switch effects[state] {
            case .cancels(let kind): return "cancels \(kind.rawValue)"
            case .tells(let kind) where !notified.contains(kind): notified.append(kind)
            case .tells, .nothing, nil: break
            }
        }
        let kinds = notified.map(\.rawValue).joined(separator: ", ")
        return notified.isEmpty ? "–" : "\(kinds) → \(side == .student ? "teachers" : "student")"
    }
}

/// The five callers who try every action, and assignments in every state.
private struct Cast {
    /// The callers, each with their side of the assignment.
    let callers: [(person: Person, side: Side?)]
    private let room: Classroom
    private let coTeacher: Person

    init(_ room: Classroom) async throws {
        self.room = room
        coTeacher = try await room.server.teacher("toni")
        let admin = try await room.server.person("adam", role: .admin)
        callers = [
            (room.student, .student), (room.teacher, .teacher), (coTeacher, .teacher), (room.students[1], nil), (admin, nil),
        ]
    }

    /// An assignment in its current state.
    struct Standing {
        let id: UUID
        let taskID: UUID
        let version: Int
        let entryCount: Int
    }

    /// Creates an assignment with points, and brings it into a state by as few actions as possible.
    func assignment(in state: AssignmentState) async throws -> Standing {
        let server = room.server
        let task = try await room.task(maxPoints: 10, for: [room.student])
        _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: coTeacher.id)
        let id = try await room.assignment(of: task).id
        let way: [(Person, EntryAction)] =
            switch state {
            case .todo: []
            case .inProgress: [(room.student, .start)]
            case .submitted: [(room.student, .submit)]
            case .returned: [(room.student, .submit), (room.teacher, .return)]
            case .done: [(room.teacher, .complete)]
            default: [(room.teacher, .excuse)]
            }
        for (person, action) in way { try await server.act(person, action, on: id, points: action == .complete ? 5 : nil) }
        let made = try await server.assignment(id, seenBy: room.teacher)
        #expect(made.state == state)
        return Standing(id: id, taskID: task.id, version: made.version ?? 0, entryCount: way.count)
    }

    /// Performs an action with all fields that it may need, and returns the answer.
    func tries(_ person: Person, _ action: EntryAction, on standing: Standing) async throws -> Answer {
        var body: Body = ["action": .string(action.rawValue), "version": .integer(standing.version)]
        switch action {
        case .message: body["text"] = "hello"
        case .complete, .evaluate: body["points"] = 7.5
        case .extend: body["extendedTo"] = "2026-04-01T18:00:00Z"
        default: break
        }
        return try await room.server.call(.post, "/v1/assignments/\(standing.id)/entries", token: person.token, json: body)
    }
}
