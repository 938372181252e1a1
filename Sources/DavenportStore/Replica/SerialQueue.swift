import Foundation

/// Runs work items one at a time, in the order of the calls.
@MainActor final class SerialQueue {
    private var latest: Task<Void, Never>?

    /// Runs the work when all earlier work is done. Cancelling the calling task cancels the work.
    func run<Value: Sendable>(_ body: @escaping @MainActor () async throws -> Value) async throws -> Value {
        let before = latest
        let turn = Task {
            await before?.value
            try Task.checkCancellation()
            return try await body()
        }
        latest = Task { _ = await turn.result }
        return try await withTaskCancellationHandler {
            try await turn.value
        } onCancel: {
            turn.cancel()
        }
    }
}
