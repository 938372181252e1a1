import Foundation

/// Lets things happen one after the other, in the order in which they were asked for.
@MainActor final class SerialQueue {
    private var latest: Task<Void, Never>?

    /// Does something when all before it is done. Who stops waiting stops it.
    func take<Value: Sendable>(_ body: @escaping @MainActor () async throws -> Value) async throws -> Value {
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
