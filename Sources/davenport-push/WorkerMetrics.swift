import Domain
import Foundation
import Prometheus
import Push

extension Registry {
    /// Adds the counters of these workers, and gauges of the outbox, the queue of notifications that all workers share.
    /// The gauges are read from the database.
    func observe(_ workers: Workers, _ outbox: Database) {
        observe(workers.webhooks)
        if let mails = workers.mails { observe(mails) }
        observeStandbys(of: outbox)
        observeArchive(of: outbox)
        let (report, queue, reports) = (workers.pushes.report, PushQueue(outbox), CountReports(outbox))
        readings {
            let (counts, failures, deaths) = (await report.counts, await report.failures, await report.deaths)
            var found = [
                Reading(.counter, .sent, Double(counts.sent)), Reading(.counter, .retried, Double(counts.retried)),
                Reading(.counter, .dead, Double(counts.dead)), Reading(.counter, .cancelled, Double(counts.cancelled)),
                Reading(.counter, .coalesced, Double(counts.coalesced)), Reading(.counter, .withoutDevice, Double(counts.withoutDevice)),
                Reading(.counter, .rescued, Double(counts.rescued)),
            ]
            for (reason, count) in failures.merging(["other": 0], uniquingKeysWith: +) {
                found.append(Reading(.counter, .failed, labels: [("reason", reason)], Double(count)))
            }
            for (reason, count) in deaths.merging(["other": 0], uniquingKeysWith: +) {
                found.append(Reading(.counter, .deadByReason, labels: [("reason", reason)], Double(count)))
            }
            return found
        }
        readings {
            guard let backlog = await soon({ try await queue.backlog() }) else { return [Reading(.gauge, .readable, 0)] }
            return [
                Reading(.gauge, .readable, 1), Reading(.gauge, .due, Double(backlog.due)), Reading(.gauge, .oldest, max(0, backlog.age)),
            ]
        }
        readings {
            guard let counts = await soon({ try await reports() }) else { return [] }
            return [Reading(.gauge, .reportsOpen, Double(counts.open)), Reading(.gauge, .reportsOverdue, Double(counts.overdue))]
        }
    }

    private func observeStandbys(of database: Database) {
        let standbys = ShowStandbys(database)
        readings {
            guard let facts = await soon({ try await standbys() }) else { return [] }
            let known = [(Family.synchronousStandbys, facts.synchronous), (.replicationLag, facts.lag)]
            return [Reading(.gauge, .standbys, Double(facts.count))]
                + known.compactMap { family, value in value.map { Reading(.gauge, family, Double($0)) } }
        }
    }

    private func observeArchive(of database: Database) {
        let archive = ShowArchive(database)
        readings {
            guard let state = await soon({ try await archive() }) else { return [] }
            if case .fails = state { return [Reading(.gauge, .archiveFails, 1)] }
            return [Reading(.gauge, .archiveFails, 0)]
        }
    }

    private func observe(_ webhooks: WebhookWorker) {
        readings {
            let counts = await webhooks.counts
            return [Reading(.counter, .webhooksTaken, Double(counts.taken)), Reading(.counter, .webhooksFailed, Double(counts.failed))]
        }
    }

    private func observe(_ mails: MailWorker) {
        readings {
            let counts = await mails.counts
            return [Reading(.counter, .mailsSent, Double(counts.sent)), Reading(.counter, .mailsFailed, Double(counts.failed))]
        }
    }

    /// Adds a gauge with the time at which this run ends.
    func observeRun() {
        gauge("davenport_push_last_run_timestamp_seconds", "The end of the last successful run, in seconds since 1970.") {
            Date().timeIntervalSince1970.rounded()
        }
    }
}

/// Returns the answer of a query; nil if the query fails, or if it is cancelled because it takes longer than two
/// seconds.
private func soon<Answer: Sendable>(_ ask: @escaping @Sendable () async throws -> Answer) async -> Answer? {
    await withTaskGroup(of: Answer?.self) { group in
        group.addTask { try? await ask() }
        group.addTask {
            try? await Task.sleep(for: .seconds(2))
            return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
    }
}

extension Family {
    fileprivate static let sent = Family("davenport_push_sent_total", "Pushes that Apple, Google or a browser's push service accepted.")
    fileprivate static let mailsSent = Family("davenport_mails_sent_total", "E-mails that the mail server took.")
    fileprivate static let mailsFailed = Family("davenport_mails_failed_total", "Attempts to send an e-mail that failed.")
    fileprivate static let webhooksTaken = Family("davenport_webhooks_sent_total", "Messages that bots' webhooks took.")
    fileprivate static let webhooksFailed = Family(
        "davenport_webhooks_failed_total", "Attempts to send a message that a bot's webhook didn't take.")
    fileprivate static let failed = Family(
        "davenport_push_failed_total", "Pushes that Apple, Google or a browser's push service refused, by reason.")
    fileprivate static let retried = Family("davenport_push_retried_total", "Pushes that will be retried.")
    fileprivate static let dead = Family("davenport_notifications_dead_total", "Notifications that will never be sent.")
    fileprivate static let deadByReason = Family(
        "davenport_notifications_dead_reasons_total", "Notifications that will never be sent, by reason.")
    fileprivate static let cancelled = Family("davenport_notifications_cancelled_total", "Notifications no longer valid or wanted.")
    fileprivate static let coalesced = Family("davenport_notifications_coalesced_total", "Notifications that a summary replaced.")
    fileprivate static let withoutDevice = Family(
        "davenport_notifications_no_device_total", "Notifications whose recipient has no device.")
    fileprivate static let rescued = Family("davenport_push_leases_rescued_total", "Leases taken over from a dead worker.")
    fileprivate static let readable = Family("davenport_outbox_readable", "Whether the outbox can be read: 1 or 0.")
    fileprivate static let due = Family("davenport_outbox_due", "Notifications that are due and not sent yet, of all tenants.")
    fileprivate static let reportsOpen = Family("davenport_reports_open", "Reported things that wait for a decision, of all tenants.")
    fileprivate static let reportsOverdue = Family(
        "davenport_reports_overdue", "Reported things that have waited longer than 24 hours for a decision, of all tenants.")
    fileprivate static let standbys = Family("davenport_database_standbys", "Standbys that follow the database.")
    fileprivate static let synchronousStandbys = Family(
        "davenport_database_synchronous_standbys", "Standbys for which commits wait.")
    fileprivate static let replicationLag = Family(
        "davenport_database_replication_lag_bytes", "How far the last standby is behind, in bytes of PostgreSQL's log.")
    fileprivate static let archiveFails = Family(
        "davenport_database_archive_fails", "Whether PostgreSQL failed to archive its log at the last attempt: 1 or 0.")
    fileprivate static let oldest = Family("davenport_outbox_oldest_seconds", "The time for which the oldest notification has been due.")
}
