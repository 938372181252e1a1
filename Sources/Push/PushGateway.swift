import Domain
import Foundation

/// Sends pushes through one kind of push service: Apple's, Google's for Android, or those of browsers.
///
/// Everything else is the same for all: which notifications are due and still true, quiet hours, badges, limits, leases
/// and the storing of results.
protocol PushGateway: Sendable {
    /// Sends a delivery.
    /// - Parameters:
    ///   - text: the texts of the notification's kind.
    ///   - startBy: the latest instant to start sending, so that the result is stored before the delivery's lease ends.
    /// - Throws: `UnusableKey` if the delivery's key can't be used now; `unavailable` if the database can't be reached.
    func send(_ delivery: Delivery, _ text: NoticeText, startBy: ContinuousClock.Instant) async throws -> PushResult

    /// Begins a new run: keys are read again, and those that the gateway has stopped using are tried again.
    func beginRun() async

    /// The number of provider tokens that were created, and of connections that were opened so far.
    var counts: (tokens: Int, connections: Int) { get async }

    /// Stops starting pushes, waits up to `grace` for those in flight, and closes the connections.
    func close(grace: Duration) async
}

/// The result of an attempt to send a push.
enum PushResult {
    /// The push service has certainly not processed the push. The text is the reason in a few words.
    case notSent(String)
    case outcome(DeliveryOutcome)
}

/// The error for a key that can't be used to send now.
struct UnusableKey: Error, Equatable {
    let reason: String

    init(_ reason: PushReason, _ detail: String? = nil) {
        self.init(reason: reason.text(detail))
    }

    init(reason: String) {
        self.reason = reason
    }
}
