import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite("rule 13.10: thousands of long polls that begin at once")
struct LongPollAdmissionTests {
    /// Counts the polls that have begun, and keeps them open.
    private final class Pen: Sendable {
        private let state = Mutex((begun: 0, held: [CheckedContinuation<Void, Never>]()))
        var begun: Int { state.withLock { $0.begun } }
        var heldCount: Int { state.withLock { $0.held.count } }

        func hold() async {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.begun += 1
                    state.held.append(continuation)
                }
            }
        }

        func release() {
            let next = state.withLock { $0.held.isEmpty ? nil : $0.held.removeFirst() }
            next?.resume()
        }
    }

    /// Shows rule 13.10.
    @Test("A limited number begins at once, and each end admits another")
    func places() async throws {
        let (admission, pen) = (LongPollAdmission(places: 2, waitLimit: .seconds(600)), Pen())
        let tasks = (0..<5).map { _ in Task { await admission.take { await pen.hold() } } }
        for done in 0..<5 {
            try await eventually("\(done) are done") { pen.begun == min(done + 2, 5) && pen.heldCount == min(2, 5 - done) }
            pen.release()
        }
        for task in tasks { await task.value }
        #expect(await admission.take { true })
    }

    /// Shows rule 13.10.
    @Test("If the admitted ones take too long, others begin beside them, and the limit is the same afterwards")
    func waitLimit() async throws {
        let (admission, pen) = (LongPollAdmission(places: 2, waitLimit: .milliseconds(1)), Pen())
        let tasks = (0..<7).map { _ in Task { await admission.take { await pen.hold() } } }
        try await eventually("all have begun") { pen.begun == 7 }
        for _ in tasks { pen.release() }
        for task in tasks { await task.value }
        let two = (0..<2).map { _ in Task { await admission.take { await pen.hold() } } }
        try await eventually("two more begin") { pen.heldCount == 2 }
        for _ in two { pen.release() }
        for task in two { await task.value }
    }
}
