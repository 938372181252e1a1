import DavenportAPI
import Domain
import Foundation
import Postgres

/// Writes reminders to play into the outbox (rules 12.43 to 12.47).
///
/// The outbox has at most one row for each person, kind of reminder and day. The transaction that stores the person's
/// word also writes this row, with the time at which to send the reminder. So no job has to search for reminders.
struct PlayReminderRepository: Sendable {
    private let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Returns the statement that writes a reminder of the end of a challenge to a player who has just started it. The
    /// statement is sent in the pipeline that starts the play.
    ///
    /// The statement writes nothing unless the challenge is an untimed daily challenge that ends more than
    /// `PlayReminderRules.ending` from now.
    func started(_ playID: UUID, by userID: UUID) -> SQL {
        let (tenant, now) = (transaction.tenantID, transaction.now)
        let due: SQL = "c.ends_at - \(PlayReminderRules.ending) * interval '1 second'"
        return """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, about_id, day, not_after, created_at, due_at, expires_at)
            SELECT \(tenant)::uuid, gen_random_uuid(), \(NotificationKind.challengeEnding), \(userID)::uuid, c.id, c.day, c.ends_at,
                \(now)::timestamptz, \(fragment: due), \(fragment: due) + \(NotificationRules.lifetime) * interval '1 second'
            FROM plays AS p
            JOIN challenges AS c ON c.tenant_id = \(tenant) AND c.id = p.challenge_id AND c.kind = 'daily' AND c.mode = \(PlayMode.untimed)
            WHERE p.tenant_id = \(tenant) AND p.id = \(playID) AND \(fragment: due) > \(now)
            \(fragment: unlessWritten)
            """
    }

    /// Writes the reminders that follow from the first word of a play. The caller must have locked the play's row.
    ///
    /// If it is the person's first word of that day, the person is reminded of the following days' puzzles
    /// (`challenge.ready`). If they also played on the day before, they are reminded of the end of the next day
    /// (`challenge.ending`).
    func hadFirstWord(in playID: UUID, by userID: UUID) async throws {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            LocalNoticeRepository(transaction, of: userID).lock,
            days(isShared: true),
            """
            SELECT c.day + i AS day FROM plays AS p
            JOIN challenges AS c ON c.tenant_id = \(tenant) AND c.id = p.challenge_id AND c.kind = 'daily'
            CROSS JOIN generate_series(1, \(PlayReminderRules.readyDays)::integer) AS i
            WHERE p.tenant_id = \(tenant) AND p.id = \(playID) AND NOT EXISTS (
                SELECT FROM notifications AS n
                WHERE n.tenant_id = \(tenant) AND n.recipient_id = \(userID) AND n.kind = \(NotificationKind.challengeReady)
                    AND n.day = c.day + \(PlayReminderRules.readyDays)::integer)
            ORDER BY i
            """,
        ])
        let days: [CalendarDate] = try rows[2].map { try $0["day"] }
        guard let next = days.first else { return }
        _ = try await transaction.pipeline([ready(on: days, userID), ending(next, userID)])
    }

    /// Reminds a new member of the following days' puzzles, as if they had played on the day of joining.
    func welcome(_ joiningUser: JoiningUser) async throws {
        guard joiningUser.tenant.features.contains(.play) else { return }
        // From here on the tenant has settings, and so a current day.
        _ = try await PlaySettingsRepository(transaction).today()
        let rows = try await transaction.pipeline([
            days(isShared: true),
            """
            SELECT d.day + i AS day FROM play_days AS d CROSS JOIN generate_series(1, \(PlayReminderRules.readyDays)::integer) AS i
            WHERE d.tenant_id = \(transaction.tenantID) ORDER BY i
            """,
        ])
        try await transaction.query(ready(on: try rows[1].map { try $0["day"] }, joiningUser.userID))
    }

    /// Returns the statement that writes a reminder `challenge.ready` for each of these days.
    ///
    /// The reminder is sent at 08:00 in the person's time zone, but not before the tenant's day begins. If the tenant's
    /// day is over at that time, the reminder is sent at 08:00 of the date before.
    private func ready(on days: [CalendarDate], _ userID: UUID) -> SQL {
        let tenant = transaction.tenantID
        return """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, about_id, day, local_due, home_zone, not_before, not_after,
                created_at, due_at, expires_at)
            SELECT \(tenant), gen_random_uuid(), \(NotificationKind.challengeReady), \(userID), d.id, d.day, d.local_due, d.day_zone,
                d.starts_at, d.ends_at, \(transaction.now), d.due_at, d.due_at + \(NotificationRules.lifetime) * interval '1 second'
            FROM (
                SELECT f.id, f.day, f.local_due, s.day_zone, l.starts_at, l.ends_at,
                    due_locally(f.local_due, p.time_zone, s.day_zone, l.starts_at, l.ends_at) AS due_at
                FROM play_settings AS s
                CROSS JOIN LATERAL (
                    SELECT f.id, f.day, f.day + \(PlayReminderRules.readyAt)::time AS local_due
                    FROM unnest(\(days.map { $0.description })::date[], \(ids(.timed, on: days))::uuid[]) AS f (day, id)
                ) AS f
                CROSS JOIN LATERAL (\(fragment: limits(of: "f.day", zone: "s.day_zone"))) AS l
                LEFT JOIN notification_preferences AS p ON p.tenant_id = \(tenant) AND p.user_id = \(userID)
                WHERE s.tenant_id = \(tenant)
            ) AS d
            \(fragment: unlessWritten)
            """
    }

    /// Returns the statement that writes the reminder `challenge.ending` for a day, if the person has played a word on
    /// both days before it.
    private func ending(_ day: CalendarDate, _ userID: UUID) -> SQL {
        let tenant = transaction.tenantID
        let due: SQL = "l.ends_at - \(PlayReminderRules.ending) * interval '1 second'"
        return """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, about_id, day, not_after, created_at, due_at, expires_at)
            SELECT \(tenant), gen_random_uuid(), \(NotificationKind.challengeEnding), \(userID),
                \(DailyChallenge(.untimed, on: day, in: tenant).id), \(day), l.ends_at, \(transaction.now), \(fragment: due),
                \(fragment: due) + \(NotificationRules.lifetime) * interval '1 second'
            FROM play_settings AS s
            CROSS JOIN LATERAL (\(fragment: limits(of: "\(day)::date", zone: "s.day_zone"))) AS l
            WHERE s.tenant_id = \(tenant) AND EXISTS (
                SELECT FROM challenges AS c
                JOIN plays AS p ON p.tenant_id = \(tenant) AND p.challenge_id = c.id AND p.user_id = \(userID) AND p.counts
                WHERE c.tenant_id = \(tenant) AND c.kind = 'daily' AND c.day = \(day)::date - 2)
            \(fragment: unlessWritten)
            """
    }

    /// Takes an exclusive lock on the tenant's days, so that no other transaction writes reminders until this one ends.
    /// Call it before a change of the time zone in which the days begin.
    func holdDays() async throws { try await transaction.query(days(isShared: false)) }

    /// Returns the statement that locks the tenant's days: in shared mode to write reminders, exclusively to change the
    /// days' time zone.
    ///
    /// Without the lock, a reminder that is written while the zone changes would use the old zone.
    private func days(isShared: Bool) -> SQL {
        let name = "days of \(transaction.tenantID)"
        return isShared
            ? "SELECT pg_advisory_xact_lock_shared(hashtextextended(\(name)::text, 0))"
            : "SELECT pg_advisory_xact_lock(hashtextextended(\(name)::text, 0))"
    }

    /// Moves the tenant's pending reminders to a new time zone of its days.
    func moved(to zone: String) async throws {
        let (tenant, kinds) = (transaction.tenantID, [NotificationKind.challengeReady, .challengeEnding])
        transaction.wakeWorkers()
        try await transaction.query(
            """
            UPDATE notifications AS n
            SET home_zone = CASE WHEN n.local_due IS NOT NULL THEN \(zone) END,
                not_before = CASE WHEN n.local_due IS NOT NULL THEN m.starts_at END,
                not_after = m.ends_at, due_at = m.due_at, expires_at = m.due_at + \(NotificationRules.lifetime) * interval '1 second'
            FROM (
                SELECT w.id, l.starts_at, l.ends_at, CASE WHEN w.local_due IS NOT NULL
                    THEN due_locally(w.local_due, p.time_zone, \(zone), l.starts_at, l.ends_at)
                    ELSE l.ends_at - \(PlayReminderRules.ending) * interval '1 second' END AS due_at
                FROM notifications AS w
                CROSS JOIN LATERAL (\(fragment: limits(of: "w.day", zone: "\(zone)::text"))) AS l
                LEFT JOIN notification_preferences AS p ON p.tenant_id = \(tenant) AND p.user_id = w.recipient_id
                WHERE w.tenant_id = \(tenant) AND w.state = 'pending' AND w.kind = ANY (\(kinds.map { $0.rawValue })::text[])
            ) AS m
            WHERE n.tenant_id = \(tenant) AND n.id = m.id AND n.state = 'pending'
            """)
    }

    /// Returns the query for the start and the end of a day in the tenant's time zone.
    ///
    /// If the day's challenges exist already, their stored start and end are returned, because a change of the zone no
    /// longer moves them.
    private func limits(of day: SQL, zone: SQL) -> SQL {
        """
        SELECT coalesce(min(c.starts_at), (\(fragment: day))::timestamp AT TIME ZONE day_zone(\(fragment: zone))) AS starts_at,
            coalesce(min(c.ends_at), (\(fragment: day) + 1)::timestamp AT TIME ZONE day_zone(\(fragment: zone))) AS ends_at
        FROM challenges AS c WHERE c.tenant_id = \(transaction.tenantID) AND c.kind = 'daily' AND c.day = \(fragment: day)
        """
    }

    private func ids(_ mode: PlayMode, on days: [CalendarDate]) -> [UUID] {
        days.map { DailyChallenge(mode, on: $0, in: transaction.tenantID).id }
    }

    /// The conflict clause that skips a reminder that exists already. It makes writing reminders idempotent across
    /// servers and retries.
    private var unlessWritten: SQL { "ON CONFLICT (tenant_id, recipient_id, kind, day) WHERE day IS NOT NULL DO NOTHING" }
}
