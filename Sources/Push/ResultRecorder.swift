import Domain
import Logging

/// Stores the results of pushes in batches. Results that arrive within 20 ms, or while an earlier batch is being
/// written, are stored together by the next statement.
actor ResultRecorder {
    private struct Waiting {
        let result: DeliveryResult
        let began: ContinuousClock.Instant
        let isRecorded: CheckedContinuation<Bool, Never>
    }

    /// The maximum number of results in one statement.
    private static let batch = 500
    /// The time for which a small batch waits for more results. Without this wait, the database would spend more time
    /// on transactions than on the results. If the worker is killed while results wait, their notifications are sent
    /// again, like those in flight.
    private static let gathering = Duration.milliseconds(20)

    private let queue: PushQueue
    private let report: RunReport
    private let logger: Logger
    private var waiting: [Waiting] = []
    private var isWriting = false

    init(_ queue: PushQueue, report: RunReport, logger: Logger) {
        self.queue = queue
        self.report = report
        self.logger = logger
    }

    /// Stores a result, and returns when it is stored. If the database can't be reached for `LeaseTimes.storingRetries`, the
    /// result is dropped, and the notification may be sent again.
    func record(_ delivery: Delivery, _ outcome: DeliveryOutcome) async {
        let isRecorded = await withCheckedContinuation { continuation in
            waiting.append(Waiting(result: DeliveryResult(delivery, outcome), began: .now, isRecorded: continuation))
            if !isWriting {
                isWriting = true
                Task { await write() }
            }
        }
        if isRecorded { await report.count(delivery, outcome) }
    }

    private func write() async {
        while !waiting.isEmpty {
            if waiting.count < Self.batch / 2 { try? await Task.sleep(for: Self.gathering) }
            let batch = Array(waiting.prefix(Self.batch))
            do {
                let ended = try await queue.record(batch.map(\.result))
                waiting.removeFirst(batch.count)
                await report.count(ended)
                for entry in batch { entry.isRecorded.resume(returning: true) }
            } catch {
                giveUp(at: .now, error)
                try? await Task.sleep(for: .milliseconds(200))
            }
        }
        isWriting = false
    }

    private func giveUp(at now: ContinuousClock.Instant, _ error: any Error) {
        let lost = waiting.filter { $0.began + LeaseTimes.storingRetries <= now }
        guard !lost.isEmpty else { return }
        logger.error(
            "Results couldn't be stored; their notifications may be sent again",
            metadata: ["count": .stringConvertible(lost.count), "error": "\(error)"])
        waiting.removeAll { $0.began + LeaseTimes.storingRetries <= now }
        for entry in lost { entry.isRecorded.resume(returning: false) }
    }
}
