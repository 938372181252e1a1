import Domain
import Foundation
import Logging

/// Counts what a run of the worker does.
public actor RunReport {
    /// The counts so far.
    public struct Counts: Sendable, Equatable {
        /// Pushes that Apple accepted.
        public internal(set) var sent = 0
        /// Pushes that will be retried.
        public internal(set) var retried = 0
        /// Notifications that will never be sent.
        public internal(set) var dead = 0
        /// Notifications that are no longer true, or not wanted.
        public internal(set) var cancelled = 0
        /// Notifications that a summary replaced.
        public internal(set) var coalesced = 0
        /// Notifications whose recipient has no device.
        public internal(set) var withoutDevice = 0
        /// Leases taken over from a worker that died.
        public internal(set) var rescued = 0
    }

    public private(set) var counts = Counts()
    /// The counts by tenant, then by outcome, such as `sent` or Apple's reason.
    public private(set) var outcomes: [UUID: [String: Int]] = [:]
    /// The counts of pushes that Apple didn't accept and of notifications that died, by reason. The reasons are those
    /// of `PushReason`.
    public private(set) var failures: [String: Int] = [:]
    public private(set) var deaths: [String: Int] = [:]
    /// The longest delay between the time that a notification was due and its sending, in seconds.
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
        if outcome != .sent, let name = outcome.name { failures[PushReason.known(name), default: 0] += 1 }
        if let name = outcome.name { outcomes[delivery.tenantID, default: [:]][name, default: 0] += 1 }
    }

    func count(_ claim: Claim) {
        counts.rescued += claim.rescued
        dueAge = max(dueAge, claim.dueAge)
        count(claim.ended)
    }

    func count(_ ended: [EndedNotifications]) {
        for group in ended {
            switch group.state {
            case .dead:
                counts.dead += group.count
                deaths[PushReason.known(group.reason ?? "unknown"), default: 0] += group.count
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

    /// The metadata of that line.
    func metadata(minted: Int, connections: Int) -> Logger.Metadata {
        [
            "coalesced": "\(counts.coalesced)", "no_device": "\(counts.withoutDevice)", "leases_rescued": "\(counts.rescued)",
            "due_age": "\(dueAge.rounded())", "tokens_minted": "\(minted)", "connections": "\(connections)",
            "pushes": .dictionary(
                Dictionary(
                    uniqueKeysWithValues: outcomes.map { tenant, counts in
                        (tenant.uuidString.lowercased(), .dictionary(counts.mapValues { "\($0)" }))
                    })),
        ]
    }
}

extension DeliveryOutcome {
    /// The label in metrics: `sent`, or the reason of the failure. A delivery that was given back isn't counted.
    fileprivate var name: String? {
        switch self {
        case .sent: "sent"
        case .retry(_, let reason), .dead(let reason), .refused(let reason), .gone(let reason, _): reason
        case .released: nil
        }
    }
}
