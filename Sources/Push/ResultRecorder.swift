import Domain
import Logging

/// Marks each result as it comes. Those that come within a moment, or while others are being written, go together in the next statement.
actor ResultRecorder {
    private struct Waiting {
        let result: DeliveryResult
        let began: ContinuousClock.Instant
        let isRecorded: CheckedContinuation<Bool, Never>
    }

    /// So many results in one statement at most.
    private static let batch = 500
    /// How long the first of a few results waits for others: a transaction for each of a handful would cost the database more than all the
    /// rest of telling them. What ends in a kill meanwhile is sent again, as what is on its way at that moment.
    private static let gathering = Duration.milliseconds(20)

    private let record: RecordResults
    private let report: RunReport
    private let logger: Logger
    private var waiting: [Waiting] = []
    private var isWriting = false

    init(_ record: RecordResults, report: RunReport, logger: Logger) {
        self.record = record
        self.report = report
        self.logger = logger
    }

    /// Returns when the result is stored, or when the database stayed away for so long that the delivery is anybody's again.
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
                let ended = try await record(batch.map(\.result))
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
        let lost = waiting.filter { $0.began + LeaseParts.waitLimit <= now }
        guard !lost.isEmpty else { return }
        logger.error(
            "Results could not be stored; what they tell of may be sent again", metadata: ["count": "\(lost.count)", "error": "\(error)"])
        waiting.removeAll { $0.began + LeaseParts.waitLimit <= now }
        for entry in lost { entry.isRecorded.resume(returning: false) }
    }
}
