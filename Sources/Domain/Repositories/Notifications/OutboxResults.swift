import Foundation
import Postgres

/// Records the results of deliveries.
extension OutboxRepository {
    /// Records the results of deliveries. A result is ignored if its delivery has another lease by now, or none.
    /// - Returns: the notifications that ended because of these results.
    func record(_ results: [DeliveryResult]) async throws -> [EndedNotifications] {
        let notifications = Set(results.map { Leased($0.delivery) })
        let gone = results.compactMap { result -> Gone? in
            guard case .gone(_, let since) = result.outcome else { return nil }
            return Gone(delivery: result.delivery, since: since)
        }
        let rows = try await transaction.pipeline(
            (gone.isEmpty ? [] : [forget(gone)])
                + [countRefusals(results), mark(results), settle(leased(Array(notifications)))])
        return try rows.last.map(EndedNotifications.counted) ?? []
    }

    /// A device that no longer has the app, and the delivery that revealed it.
    private struct Gone {
        let delivery: Delivery
        let since: Date
    }

    /// Returns the statement that deletes devices that no longer have the app, together with their deliveries. A device
    /// is kept if it was registered again after the moment since which, by Apple's clock, the app has been gone.
    private func forget(_ gone: [Gone]) -> SQL {
        """
        DELETE FROM devices AS v
        USING unnest(\(gone.map(\.delivery.tenantID))::uuid[], \(gone.map(\.delivery.deviceToken))::text[],
            \(gone.map(\.since))::timestamptz[]) AS r (tenant_id, token, since)
        WHERE v.tenant_id = r.tenant_id AND v.token = r.token AND v.confirmed_at <= r.since
        """
    }

    /// Returns the statement that counts the refusals of each device. A successful push resets the count, because
    /// it proves the token valid. A refusal is ignored if the device was registered again since the delivery was
    /// leased.
    private func countRefusals(_ results: [DeliveryResult]) -> SQL {
        let reported = results.filter { $0.outcome == .sent || $0.outcome.isRefusal }
        return """
            UPDATE devices AS v
            SET refusals = CASE WHEN r.is_refused THEN v.refusals + 1 ELSE 0 END,
                refused_at = CASE WHEN r.is_refused THEN clock_timestamp() END
            FROM unnest(\(reported.map(\.delivery.tenantID))::uuid[], \(reported.map(\.delivery.deviceToken))::text[],
                \(reported.map { $0.outcome.isRefusal ? 1 : 0 })::int[]::bool[], \(reported.map(\.delivery.deviceConfirmedAt))::timestamptz[])
                AS r (tenant_id, token, is_refused, confirmed_at)
            WHERE v.tenant_id = r.tenant_id AND v.token = r.token
                AND CASE WHEN r.is_refused THEN v.confirmed_at <= r.confirmed_at ELSE v.refusals > 0 END
            """
    }

    /// Returns the statement that stores the result of each delivery. If Apple said that the app is gone but the
    /// delivery still exists, the device was registered again, and the push is retried.
    private func mark(_ results: [DeliveryResult]) -> SQL {
        let marks = results.map { Mark($0, at: transaction.now) }
        return """
            UPDATE push_deliveries AS d
            SET state = r.state, attempts = d.attempts + r.attempts, due_at = greatest(d.due_at, r.due_at),
                reason = coalesce(nullif(r.reason, ''), d.reason), lease_id = NULL
            FROM unnest(\(results.map(\.delivery.tenantID))::uuid[], \(results.map(\.delivery.id))::uuid[],
                \(results.map(\.delivery.leaseID))::uuid[], \(marks.map(\.state.rawValue))::text[], \(marks.map(\.attempts))::int[],
                \(marks.map(\.dueAt))::timestamptz[], \(marks.map(\.reason))::text[])
                AS r (tenant_id, id, lease_id, state, attempts, due_at, reason)
            WHERE d.tenant_id = r.tenant_id AND d.id = r.id AND d.lease_id = r.lease_id
            """
    }

    /// The key of a leased notification, and its lease.
    private struct Leased: Hashable {
        let tenantID: UUID
        let id: UUID
        let leaseID: UUID

        init(_ delivery: Delivery) {
            (tenantID, id, leaseID) = (delivery.tenantID, delivery.notificationID, delivery.leaseID)
        }
    }

    private func leased(_ notifications: [Leased]) -> SQL {
        """
        SELECT * FROM unnest(\(notifications.map(\.tenantID))::uuid[], \(notifications.map(\.id))::uuid[],
            \(notifications.map(\.leaseID))::uuid[]) AS q (tenant_id, id, lease_id)
        """
    }
}

/// The columns that a result sets in its delivery's row.
private struct Mark {
    let state: DeliveryState
    /// How many failed attempts the result adds to those of the delivery.
    var attempts = 0
    /// The earliest moment of the next attempt. The default lies in the past, so that the delivery's own due time
    /// decides.
    var dueAt = Date(timeIntervalSince1970: 0)
    /// The reason why the delivery failed; empty if there is none.
    var reason = ""

    init(_ result: DeliveryResult, at now: Date) {
        switch result.outcome {
        case .sent: state = .sent
        case .released: state = .pending
        case .retry(let seconds, let why):
            (dueAt, attempts, reason) = (now + seconds, 1, why)
            state = dueAt < result.delivery.expiresAt ? .pending : .dead
        case .dead(let why), .refused(let why): (state, reason) = (.dead, why)
        case .gone(let why, _): (state, dueAt, reason) = (.pending, now + DeviceRules.reregistrationDelay, why)
        }
    }
}

extension DeliveryOutcome {
    fileprivate var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
