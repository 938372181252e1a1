@testable import Postgres

/// A state of a pool's only connection.
enum Situation: String, CaseIterable {
    case none, opening, idle, running, shared, held, closing, lost
}

/// An event that concerns the first query of a `Scene` and its connection.
enum Happening: String, CaseIterable {
    case submitted, continued, cancelled, secondCancelled, sent, refused, answered, spent, opened, failedToOpen, closed, abandoned
    case woken, overdue, shutDown, graceEnded
}

/// The state machine of a pool with one connection, and the texts of its actions.
struct Scene: CustomStringConvertible {
    var machine: PoolStateMachine
    var now = Duration.zero
    private var first = PipelinedQuery([])
    private let second = PipelinedQuery([])

    init(size: Int, maximumWaiters: Int = 1024) {
        machine = PoolStateMachine(
            PoolConfiguration(
                uri: "", size: size, maximumWaiters: maximumWaiters, briefLimit: .seconds(600), concurrency: 2, applicationName: "scene"))
    }

    /// Brings the machine into a situation by events.
    init(_ situation: Situation) {
        self.init(size: 1)
        guard situation != .none else { return }
        if situation == .held { first = PipelinedQuery([], keepsConnection: true) }
        handle(.submitted(first, on: nil))
        guard situation != .opening else { return }
        handle(.opened(1, lifetime: .seconds(60)))
        switch situation {
        case .running: apply(.sent)
        case .idle, .held: apply(.answered)
        case .closing: apply(.cancelled)
        case .lost: handle(.closed(1, .connectionLost("broken"), unanswered: []))
        case .shared:
            apply(.answered)
            first = PipelinedQuery([])
            handle(.submitted(first, on: nil))
            handle(.submitted(second, on: nil))
            apply(.sent)
            handle(.sent(second, on: 1, allowsPipelining: true))
        case .none, .opening: break
        }
    }

    var waiting: [ObjectIdentifier] { machine.waiting.map { ObjectIdentifier($0.query) } }

    /// The connection, its queries and the length of the queue.
    var description: String {
        let connections = machine.slots.map { "\($0.state) \($0.queries.count)" }.joined(separator: ", ")
        return "\(connections.isEmpty ? "none" : connections) | \(machine.waiting.count) |"
    }

    /// Returns the state and the actions after an event.
    @discardableResult
    mutating func apply(_ event: Happening) -> String {
        let report = QueryReport(rows: [], error: nil, mustClose: event == .spent, isCancelled: false)
        if event == .overdue { now += .seconds(2) }
        return switch event {
        case .submitted: handle(.submitted(PipelinedQuery([]), on: nil))
        case .continued: handle(.submitted(PipelinedQuery([], startsFresh: false), on: 1))
        case .cancelled: handle(.cancelled(first))
        case .secondCancelled: handle(.cancelled(second))
        case .sent: handle(.sent(first, on: 1, allowsPipelining: true))
        case .refused: handle(.refused(first, by: 1))
        case .answered, .spent: handle(.answered(first, on: 1, report))
        case .opened: handle(.opened(1, lifetime: .seconds(60)))
        case .failedToOpen: handle(.failedToOpen(1, .connectionFailed("refused")))
        case .closed: handle(.closed(1, .connectionLost("broken"), unanswered: [first, second]))
        case .abandoned: handle(.abandoned(1))
        case .woken, .overdue: handle(.woken)
        case .shutDown: handle(.shutDown)
        case .graceEnded: handle(.graceEnded)
        }
    }

    @discardableResult
    mutating func handle(_ event: PoolStateMachine.Event) -> String {
        now += .microseconds(1)
        let actions = machine.handle(event, at: now).map { Self.text($0) }.joined(separator: ", ")
        return actions.isEmpty ? description : "\(description) \(actions)"
    }

    private static func text(_ action: PoolStateMachine.Action) -> String {
        switch action {
        case .send: "send"
        case .resume(_, let outcome): "resume \(text(outcome))"
        case .open: "open"
        case .close: "close"
        case .cancelAndClose: "cancel and close"
        case .interrupt: "interrupt"
        case .wake: "wake"
        case .recordRoundTrip: "round trip"
        case .recordWait: "wait"
        case .recordRefusal: "refusal"
        case .logFailure(_, let isNews): isNews ? "log" : "log again"
        }
    }

    private static func text(_ outcome: QueryOutcome) -> String {
        do {
            _ = try outcome.result.get()
            return outcome.connection == nil ? "done" : "holding"
        } catch PostgresError.closed {
            return "closed"
        } catch PostgresError.connectionLost {
            return "lost"
        } catch PostgresError.connectionFailed {
            return "failed"
        } catch PostgresError.poolExhausted {
            return "exhausted"
        } catch {
            return "cancelled"
        }
    }
}

extension Situation {
    /// The result of an event: the connection's state with the number of its queries, the length of the queue, and the
    /// actions. Nil if the event changes nothing.
    func expected(_ event: Happening) -> String? {
        Self.table.split(separator: "\n").first { $0.hasPrefix("\(self) \(event): ") }.map { String($0) }
    }

    private static let table = """
        none submitted: opening 0 | 1 | open, wake
        none continued: none | 0 | resume lost
        opening submitted: opening 0 | 2 |
        opening continued: opening 0 | 1 | resume lost
        opening cancelled: opening 0 | 0 | resume cancelled
        opening opened: running 1 | 0 | wait, send
        opening failedToOpen: none | 0 | log, refusal, resume failed
        opening closed: none | 0 | log, refusal, resume failed
        opening woken: opening 0 | 1 | wake
        opening overdue: opening 0 | 0 | refusal, resume failed
        opening shutDown: opening 0 | 0 | resume closed
        idle submitted: running 1 | 0 | send
        idle continued: idle 0 | 0 | resume lost
        idle closed: none | 0 |
        idle shutDown: closing 0 | 0 | close
        idle graceEnded: closing 0 | 0 | close
        running submitted: running 1 | 1 |
        running continued: running 1 | 0 | resume lost
        running cancelled: closing 0 | 0 | resume cancelled, cancel and close
        running refused: closing 0 | 1 |
        running answered: idle 0 | 0 | round trip, resume done
        running spent: closing 0 | 0 | round trip, close, resume done
        running closed: none | 0 | resume lost
        running graceEnded: closing 0 | 0 | resume closed, cancel and close
        shared submitted: running 2 | 1 |
        shared continued: running 2 | 0 | resume lost
        shared cancelled: running 2 | 0 | resume cancelled, interrupt
        shared secondCancelled: running 2 | 0 | resume cancelled
        shared refused: running 1 | 1 |
        shared answered: running 1 | 0 | round trip, resume done
        shared spent: running 1 | 0 | round trip, resume done
        shared closed: none | 0 | resume lost, resume lost
        shared woken: running 2 | 0 | wake
        shared overdue: running 2 | 0 | resume lost
        shared graceEnded: closing 0 | 0 | resume closed, resume closed, cancel and close
        held submitted: held 0 | 1 |
        held continued: running 1 | 0 | send
        held closed: none | 0 |
        held abandoned: closing 0 | 0 | close
        held graceEnded: closing 0 | 0 | close
        closing submitted: closing 0 | 1 |
        closing continued: closing 0 | 0 | resume lost
        closing closed: none | 0 |
        lost submitted: lost 1 | 1 |
        lost continued: lost 1 | 0 | resume lost
        lost cancelled: none | 0 | resume cancelled
        lost refused: opening 0 | 1 | open
        lost answered: none | 0 | round trip, resume done
        lost spent: none | 0 | round trip, resume done
        lost closed: none | 0 | resume lost
        lost graceEnded: none | 0 | resume closed
        """
}
