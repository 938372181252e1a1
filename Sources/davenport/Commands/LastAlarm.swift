@preconcurrency import Dispatch
import Foundation
import Programs
import Settings
import Synchronization

/// Ends the program some seconds after it was asked to end, whatever still runs.
///
/// It rings on threads of its own, since Swift's may all be busy with requests then. Nothing is lost: what was acknowledged is durable, and
/// the rest is the clients' to repeat. Whoever supervises the program would kill it a little later, and call that a failure.
final class LastAlarm: Sendable {
    /// After its notice the server cuts what has not ended within 10 seconds, and needs some for that.
    private let delay: DispatchTimeInterval
    private let queue = DispatchQueue(label: "davenport.last-alarm", qos: .userInteractive)
    private let sources: [any DispatchSourceSignal]
    private let isOff = Atomic(false)

    /// Waits for SIGTERM and SIGINT, which others take as well.
    /// - Parameter notice: how long the server goes on as always before it begins to end.
    init(notice: Duration) {
        delay = .seconds(14 + Int(notice.components.seconds))
        sources = [SIGTERM, SIGINT].map { [queue] in DispatchSource.makeSignalSource(signal: $0, queue: queue) }
        for source in sources {
            source.setEventHandler { [weak self] in self?.set() }
            source.resume()
        }
    }

    /// The program has come to its end by itself.
    func turnOff() {
        isOff.store(true, ordering: .relaxed)
        for source in sources { source.cancel() }
    }

    private func set() {
        queue.asyncAfter(deadline: .now() + delay) { self.ring() }
    }

    /// Where nobody takes what was printed, sending it on would take for ever.
    private func ring() {
        guard !isOff.load(ordering: .relaxed) else { return }
        Thread.detachNewThread {
            LineSink.standardError.flush()
            flushOutput()
            _exit(EXIT_SUCCESS)
        }
        queue.asyncAfter(deadline: .now() + .seconds(1)) { _exit(EXIT_SUCCESS) }
    }
}
