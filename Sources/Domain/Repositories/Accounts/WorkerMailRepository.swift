import Foundation
import Postgres

/// Claims the mails of all tenants, and records what became of them, for the push worker.
struct WorkerMailRepository: Sendable {
    let transaction: WorkerTransaction

    init(_ transaction: WorkerTransaction) {
        self.transaction = transaction
    }

    /// Writes the digests of up to `limit` people that are due (rule 26.13).
    /// - Parameter origin: the address of the web client for communities without a host; nil if there is none.
    /// - Returns: the number of people whose digest was due.
    func writeDigests(limit: Int, origin: WebOrigin?) async throws -> Int {
        let rows = try await transaction.query(
            """
            SELECT write_digests(\(limit), \(EmailRules.evening)::time, \(SessionRules.idleLimit(at: transaction.now)),
                \(transaction.now + MailRules.lifetime), \(TenantRepository.localHosts), \(origin?.text)) AS people
            """)
        return try rows.first?["people"] ?? 0
    }

    /// Leases up to `limit` mails that are due or that a dead worker has left, those due longest first. Mails that are too old are
    /// dead from then on.
    func claim(_ leaseID: UUID, limit: Int) async throws -> [ClaimedMail] {
        let rows = try await transaction.pipeline([
            """
            UPDATE mails SET dead_at = \(transaction.now), error = coalesce(error, 'not sent in time')
            WHERE dead_at IS NULL AND lease_id IS NULL AND expires_at <= \(transaction.now)
            """,
            """
            UPDATE mails AS m SET lease_id = \(leaseID), leased_until = clock_timestamp() + make_interval(secs => \(MailRules.lease))
            FROM (
                SELECT m.tenant_id, m.id FROM mails AS m JOIN tenants AS t ON t.id = m.tenant_id AND t.suspended_at IS NULL
                WHERE m.dead_at IS NULL AND m.due_at <= \(transaction.now) AND (m.lease_id IS NULL OR m.leased_until <= clock_timestamp())
                ORDER BY m.due_at, m.id LIMIT \(limit) FOR UPDATE OF m SKIP LOCKED
            ) AS due
            WHERE m.tenant_id = due.tenant_id AND m.id = due.id
            """,
            """
            SELECT m.tenant_id, m.id, m.kind, m.attempts, m.user_id, m.address_number, t.name AS tenant_name, u.username, u.language,
                a.address, a.link, a.words
            FROM mails AS m
            JOIN tenants AS t ON t.id = m.tenant_id
            JOIN mail_addresses AS a ON a.tenant_id = m.tenant_id AND a.mail_id = m.id
            LEFT JOIN users AS u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
            WHERE m.lease_id = \(leaseID)
            """,
            waiting(leaseID),
            "SELECT secret FROM deployment_secrets WHERE name = \(MailStop.keyName)",
        ])
        let key: [UInt8] = try rows[4].first?["secret"] ?? []
        let waiting = try Dictionary(grouping: rows[3]) { try $0["mail_id"] as UUID }.mapValues { try $0.compactMap(Notice.init) }
        return try rows[2].map { row in
            try ClaimedMail(row, leaseID: leaseID, content: content(of: row, waiting: waiting[row["id"]] ?? [], key: key))
        }
    }

    private func content(of row: Row, waiting: [Notice], key: [UInt8]) throws -> MailContent? {
        let (kind, link): (String, String) = (try row["kind"], try row["link"])
        guard kind == MailContent.digestKind else { return MailContent(kind: kind, words: try row["words"]) }
        guard let userID: UUID = try row["user_id"] else { return nil }
        let stop = MailStop.digests(tenantID: try row["tenant_id"], userID: userID)
        // A digest's link leads to the first page.
        return .digest(of: waiting, stop: .init(stop, key: key, origin: String(link.dropLast())))
    }

    /// Returns the query for what waits for the readers of the leased digests, oldest first. The next digest has what is new since then.
    ///
    /// A row has the actor's given name only if the reader may see that name now (rule 2.12).
    private func waiting(_ leaseID: UUID) -> SQL {
        """
        SELECT m.id AS mail_id, n.kind, n.recipient_id, n.actor_id, n.about_id, n.title, n.detail, n.count::int AS count, n.variant,
            u.username, CASE WHEN u.given_name IS NOT NULL AND EXISTS (
                SELECT FROM name_viewers AS v
                WHERE v.tenant_id = m.tenant_id AND v.user_id = m.user_id AND v.other_id = n.actor_id) THEN u.given_name END AS given_name
        FROM mails AS m
        JOIN mail_addresses AS a ON a.tenant_id = m.tenant_id AND a.mail_id = m.id
        JOIN waiting_notices AS n ON n.tenant_id = m.tenant_id AND n.recipient_id = m.user_id
            AND n.finished_at >= CASE WHEN m.kind = \(MailContent.digestKind) THEN a.words[1]::timestamptz END
            AND n.finished_at < m.created_at
        LEFT JOIN users AS u ON u.tenant_id = m.tenant_id AND u.id = n.actor_id
        WHERE m.lease_id = \(leaseID) AND m.kind = \(MailContent.digestKind)
        ORDER BY m.id, n.finished_at, n.kind
        """
    }

    /// Ends the lease of a mail, with the outcome of its attempt. It does nothing if the lease is another worker's by now.
    func finish(_ mail: ClaimedMail, _ outcome: MailOutcome) async throws {
        let leased: SQL = "tenant_id = \(mail.tenantID) AND id = \(mail.id) AND lease_id = \(mail.leaseID)"
        let now = transaction.now
        let statement: SQL =
            switch outcome {
            case .sent: "DELETE FROM mails WHERE \(fragment: leased)"
            case .retry(let seconds, let reason):
                """
                UPDATE mails SET lease_id = NULL, leased_until = NULL, attempts = attempts + 1, error = \(reason),
                    due_at = \(now + seconds), dead_at = CASE WHEN expires_at <= \(now + seconds) THEN \(now)::timestamptz END
                WHERE \(fragment: leased)
                """
            case .dead(let reason, _):
                """
                UPDATE mails SET lease_id = NULL, leased_until = NULL, attempts = attempts + 1, error = \(reason), dead_at = \(now)
                WHERE \(fragment: leased)
                """
            }
        _ = try await transaction.pipeline(counting(mail, outcome, leased) + [statement])
    }

    /// Returns the statement that counts the refusals of the address, and makes it unreachable after too many in a row.
    private func counting(_ mail: ClaimedMail, _ outcome: MailOutcome, _ leased: SQL) -> [SQL] {
        let state: SQL = """
            tenant_id = \(mail.tenantID) AND user_id = \(mail.userID) AND number = \(mail.addressNumber)
                AND EXISTS (SELECT FROM mails WHERE \(fragment: leased))
            """
        switch outcome {
        case .sent: return ["UPDATE email_states SET refusals = 0, unreachable_at = NULL WHERE \(fragment: state) AND refusals > 0"]
        case .dead(_, isAddress: true):
            return [
                """
                UPDATE email_states SET refusals = refusals + 1, unreachable_at = CASE WHEN refusals + 1 >= \(EmailRules.refusals)
                    THEN coalesce(unreachable_at, \(transaction.now)) END
                WHERE \(fragment: state)
                """
            ]
        case .dead, .retry: return []
        }
    }

    /// Returns the state of every tenant's mails, sorted by the tenants' slugs.
    func status() async throws -> [TenantMailStatus] {
        let now = transaction.now
        let rows = try await transaction.query(
            """
            SELECT t.slug, count(m.id) FILTER (WHERE m.dead_at IS NULL) AS due,
                extract(epoch FROM \(now) - min(m.due_at) FILTER (WHERE m.dead_at IS NULL AND m.due_at <= \(now)))::float8 AS age,
                coalesce((
                    SELECT jsonb_object_agg(d.error, d.count)
                    FROM (
                        SELECT x.error, count(*) AS count FROM mails AS x WHERE x.tenant_id = t.id AND x.dead_at IS NOT NULL GROUP BY x.error
                    ) AS d), '{}') AS dead
            FROM tenants AS t LEFT JOIN mails AS m ON m.tenant_id = t.id
            GROUP BY t.id, t.slug ORDER BY t.slug
            """)
        return try rows.map {
            TenantMailStatus(slug: try $0["slug"], due: try $0["due"], oldestDueAge: try $0["age"], dead: try $0.json("dead") ?? [:])
        }
    }

    /// Deletes the mails that have been dead for long.
    func prune() async throws {
        try await transaction.query("DELETE FROM mails WHERE dead_at <= \(transaction.now - MailRules.kept)")
    }

    /// Returns the number of seconds until a mail or somebody's digest is due; nil if there is none.
    func timeUntilDue() async throws -> TimeInterval? {
        let rows = try await transaction.query(
            """
            SELECT extract(epoch FROM least(
                (SELECT min(m.due_at) FROM mails AS m JOIN tenants AS t ON t.id = m.tenant_id AND t.suspended_at IS NULL
                    WHERE m.dead_at IS NULL AND m.lease_id IS NULL),
                (SELECT min(s.digest_due_at) FROM email_states AS s JOIN tenants AS t ON t.id = s.tenant_id AND t.suspended_at IS NULL)
            ) - \(transaction.now))::float8 AS seconds
            """)
        return try rows.first.flatMap { try $0["seconds"] }
    }
}

extension ClaimedMail {
    fileprivate init(_ row: Row, leaseID: UUID, content: MailContent?) throws {
        self.init(
            tenantID: try row["tenant_id"], id: try row["id"], leaseID: leaseID, content: content, tenantName: try row["tenant_name"],
            username: try row["username"], language: try row["language"], address: try row["address"], userID: try row["user_id"],
            addressNumber: try row["address_number"], link: try row["link"], attempts: try row["attempts"])
    }
}
