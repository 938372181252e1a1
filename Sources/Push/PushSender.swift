import DavenportAPI
import Domain
import Foundation
import Logging

/// Sends single deliveries through the gateway of their device, and decides about their outcomes.
struct PushSender: Sendable {
    /// The notification texts of all areas, by kind.
    let texts: [NotificationKind: NoticeText]
    /// The gateways, by the kind of the devices to which they send.
    let gateways: [DeviceKind: any PushGateway]
    /// If the worker is stopped, deliveries whose sending hasn't begun are returned to the queue.
    let signal: WorkerSignal
    let logger: Logger

    /// Sends a delivery.
    /// - Parameter startBy: the latest instant to start sending, so that the result is stored before the delivery's
    ///   lease ends.
    func deliver(_ delivery: Delivery, startBy: ContinuousClock.Instant) async -> DeliveryOutcome {
        guard !signal.isStopped else { return .released }
        guard let text = texts[delivery.notice.kind] else {
            logger.error(
                "No area of this program has a text for this kind of notification",
                metadata: ["kind": "\(delivery.notice.kind.rawValue)", "tenant": "\(delivery.tenantID)"])
            // A newer worker may have a text for it.
            return retry(delivery, PushReason.unknownKind.rawValue)
        }
        // A newer worker may know the kind of the device.
        guard let gateway = gateways[delivery.deviceKind] else { return retry(delivery, PushReason.unknownService.rawValue) }
        do {
            switch try await gateway.send(delivery, text, startBy: startBy) {
            case .notSent(let reason): return signal.isStopped ? .released : retry(delivery, reason)
            case .outcome(let outcome): return outcome
            }
        } catch let error as UnusableKey {
            return retry(delivery, error.reason)
        } catch let problem as Problem where problem.code == .unavailable {
            return .released
        } catch {
            logger.error("A push failed", metadata: ["device": "…\(delivery.deviceToken.suffix(4))", "error": "\(error)"])
            return retry(delivery, PushReason.internalError.rawValue)
        }
    }

    private func retry(_ delivery: Delivery, _ reason: String) -> DeliveryOutcome {
        .retry(after: Backoff.seconds(after: delivery.attempts), reason: reason)
    }
}
