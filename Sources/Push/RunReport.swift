import Domain
import Foundation
import Logging

/// What a run has done, counted as it goes.
public actor RunReport {
    /// The counts so far.
    public struct Counts: Sendable, Equatable {
        /// Pushes that Apple took.
        public internal(set) var sent = 0
        /// Pushes that are to be tried again.
        public internal(set) var retried = 0
        /// Notifications that will never be sent.
        public internal(set) var dead = 0
        /// Notifications that are not true any more, or not wanted.
        public internal(set) var cancelled = 0
        /// Notifications that a summary stands for.
        public internal(set) var coalesced = 0
        /// Notifications whose recipient has no device.
        public internal(set) var withoutDevice = 0
        /// Leases taken over from a worker that was gone.
        public internal(set) var rescued = 0
    }

    public private(set) var counts = Counts()
    /// By tenant, then by what became of pushes, such as `sent` or Apple's reason.
    public private(set) var outcomes: [UUID: [String: Int]] = [:]
    /// Of pushes that Apple didn't take, by reason; of notifications that died, likewise. Reasons are those of `PushReason`.
    public private(set) var failures: [String: Int] = [:]
    public private(set) var deaths: [String: Int] = [:]
    /// How late the latest notification was, in seconds.
    public private(set) var dueAge: TimeInterval = 0
    private let began = ContinuousClock.now

    /// Nothing has happened yet.
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

    /// The one line that a run ends with.
    public var line: String {
        let seconds = Double((ContinuousClock.now - began) / .milliseconds(100)).rounded() / 10
        return "sent \(counts.sent), retried \(counts.retried), dead \(counts.dead), cancelled \(counts.cancelled), seconds \(seconds)"
    }

    /// What the line leaves out.
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
    /// As metrics call it: `sent`, or the reason why not. What was given back is nothing yet.
    fileprivate var name: String? {
        switch self {
        case .sent: "sent"
        case .retry(_, let reason), .dead(let reason), .refused(let reason), .gone(let reason, _): reason
        case .released: nil
        }
    }
}
