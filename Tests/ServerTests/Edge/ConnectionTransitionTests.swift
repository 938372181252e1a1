import Foundation
import NIOCore
import Testing

@testable import Server

@Suite("rules 10 and 20: every event in every state of a connection")
struct ConnectionTransitionTests {
    /// Shows rules 10.6, 20.15, 20.16, 20.23 and 20.24.
    @Test("An event causes exactly the expected actions and state", arguments: SampleState.allCases, SampleEvent.allCases)
    func transition(state: SampleState, event: SampleEvent) {
        var connection = state.connection
        let before = connection.machine.state.text
        let actions = connection.report([event.event(in: state)], after: event.delay).map(\.text)
        let after = connection.machine.state.text
        let found = [actions.joined(separator: ", "), after == before ? "" : "> \(after)"].filter { !$0.isEmpty }.joined(separator: " ")
        #expect(found == Self.expected[state]?.events[event] ?? "")
        #expect(before == Self.expected[state]?.text)
    }

    @Test("The samples are of every state and of every kind of event")
    func complete() {
        let kinds = ["opened", "idle", "head", "receiving", "rest", "answering", "draining", "lingering", "closed"]
        let found = SampleState.allCases.map { $0.connection.machine.state.text.prefix { $0 != " " } }
        #expect(Set(found.map { String($0) }) == Set(kinds))
        #expect(Set(SampleEvent.allCases.map { $0.event(in: .idle).kind }) == Set(ConnectionEvent.Kind.allCases))
    }

    private struct Expectation {
        let text: String
        var events: [SampleEvent: String] = [:]
    }

    private static let expected: [SampleState: Expectation] = {
        var (table, state) = ([SampleState: Expectation](), SampleState.opened)
        for line in transitions.split(separator: "\n") {
            let parts = line.components(separatedBy: ": ").map { String($0.drop { $0 == " " }) }
            let names = parts[0].components(separatedBy: " like ")
            if !line.hasPrefix(" "), let next = SampleState(rawValue: names[0]) {
                state = next
                let events = names.count > 1 ? SampleState(rawValue: names[1]).flatMap { table[$0]?.events } : [:]
                table[state] = events.map { Expectation(text: parts[1], events: $0) }
            } else if let event = SampleEvent(rawValue: parts[0]), table[state]?.events[event] != parts[1] {
                table[state]?.events[event] = parts[1] == "nothing" ? nil : parts[1]
            } else {
                Issue.record("the table has a wrong line: \(line)")
            }
        }
        return table
    }()
}

extension ConnectionEvent {
    /// The cases without their values.
    enum Kind: CaseIterable {
        case received, readWanted, readComplete, inputClosed, inactive, wrote, sent, drained
        case decoded, inputEnded, head, body, end, malformed, resume
        case answer, answered, failed, signal, reader, rang, quiesce, makeRoom, cancel
    }

    var kind: Kind {
        switch self {
        case .received: .received
        case .readWanted: .readWanted
        case .readComplete: .readComplete
        case .inputClosed: .inputClosed
        case .inactive: .inactive
        case .wrote: .wrote
        case .sent: .sent
        case .drained: .drained
        case .decoded: .decoded
        case .inputEnded: .inputEnded
        case .head: .head
        case .body: .body
        case .end: .end
        case .malformed: .malformed
        case .resume: .resume
        case .answer: .answer
        case .answered: .answered
        case .failed: .failed
        case .signal: .signal
        case .reader: .reader
        case .rang: .rang
        case .quiesce: .quiesce
        case .makeRoom: .makeRoom
        case .cancel: .cancel
        }
    }
}
