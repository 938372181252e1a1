import Domain
import Foundation
import Logging

/// Counts what the push worker does during a run.
public actor RunReport {
    /// The numbers of pushes and notifications that were counted so far.
    public struct Counts: Sendable, Equatable {
        /// The number of pushes that a push service accepted.
        public internal(set) var sent = 0
        /// The number of pushes that failed and will be retried.
        public internal(set) var retried = 0
        /// The number of notifications that failed and will never be sent.
        public internal(set) var dead = 0
        /// The number of notifications that were dropped because they are no longer true or their recipient doesn't
        /// want them.
        public internal(set) var cancelled = 0
        /// The number of notifications that a summary replaced.
        public internal(set) var coalesced = 0
        /// The number of notifications that were dropped because their recipient has no device.
        public internal(set) var withoutDevice = 0
        /// The number of deliveries whose lease this worker took over from a worker that died.
        public internal(set) var rescued = 0
    }

    public private(set) var counts = Counts()
    /// The number of pushes by tenant, and then by outcome: `sent`, or the reason of the failure.
    public private(set) var outcomes: [UUID: [String: Int]] = [:]
    /// The number of pushes that failed, by the reason as metrics show it (see `PushReason`).
    public private(set) var failures: [String: Int] = [:]
    /// The number of notifications that will never be sent, by the reason as metrics show it (see `PushReason`).
    public private(set) var deaths: [String: Int] = [:]
    /// The longest time in seconds between the moment when a notification was due and its sending.
    public private(set) var dueAge: TimeInterval = 0
    private let began = ContinuousClock.now

    /// Creates a report with all counts at 0.
    public init() {}

    func count(_ delivery: Delivery, _ outcome: DeliveryOutcome) {
        switch outcome {
        case .sent: counts.sent += 1
        case .retry: counts.retried += 1
        default: break
        }
        if outcome != .sent, let name = outcome.name { failures[PushReason.label(of: name), default: 0] += 1 }
        if let name = outcome.name { outcomes[delivery.tenantID, default: [:]][name, default: 0] += 1 }
    }

    func count(_ claim: ClaimedDeliveries) {
        counts.rescued += claim.rescued
        dueAge = max(dueAge, claim.dueAge)
        count(claim.ended)
    }

    func count(_ ended: [EndedNotifications]) {
        for group in ended {
            switch group.state {
            case .dead:
                counts.dead += group.count
                deaths[PushReason.label(of: group.reason ?? "unknown"), default: 0] += group.count
            case .cancelled: counts.cancelled += group.count
            case .coalesced: counts.coalesced += group.count
            case .noDevice: counts.withoutDevice += group.count
            case .pending, .sending, .sent: break
            }
        }
    }

    /// The one line that is logged at the end of a run.
    public var line: String {
        let seconds = Double((ContinuousClock.now - began) / .milliseconds(100)).rounded() / 10
        return "sent \(counts.sent), retried \(counts.retried), dead \(counts.dead), cancelled \(counts.cancelled), seconds \(seconds)"
    }

    /// Returns the log metadata of the line that is logged at the end of a run.
    func metadata(tokensCreated: Int, connections: Int) -> Logger.Metadata {
        [
            "coalesced": .stringConvertible(counts.coalesced), "no_device": .stringConvertible(counts.withoutDevice),
            "leases_rescued": .stringConvertible(counts.rescued), "due_age": .stringConvertible(dueAge.rounded()),
            "tokens_minted": .stringConvertible(tokensCreated), "connections": .stringConvertible(connections),
            "pushes": .dictionary(
                Dictionary(
                    uniqueKeysWithValues: outcomes.map { tenant, counts in
                        (tenant.uuidString.lowercased(), .dictionary(counts.mapValues { .stringConvertible($0) }))
                    })),
        ]
    }
}

extension DeliveryOutcome {
    /// The outcome's label in metrics: `sent`, or the reason of the failure. It is nil for a delivery that was returned
    /// to the queue, which isn't counted.
    fileprivate var name: String? {
        switch self {
        case .sent: "sent"
        case .retry(_, let reason), .dead(let reason), .refused(let reason), .gone(let reason, _): reason
        case .released: nil
        }
    }
}
