import DavenportAPI
import Foundation
import Logging
import Postgres
import Secrets
import Synchronization

/// Collects the users whose data a transaction may have changed, and whether the outbox may have a notification to
/// send.
final class TouchedUsers: Sendable {
    struct Changes: Sendable {
        var people: Set<UUID> = []
        var outbox = false

        var isEmpty: Bool { people.isEmpty && !outbox }

        mutating func merge(_ other: Changes) {
            people.formUnion(other.people)
            outbox = outbox || other.outbox
        }
    }

    private let collecting = Mutex(Changes())

    func add(_ ids: some Sequence<UUID>) { collecting.withLock { $0.people.formUnion(ids) } }

    func addOutbox() { collecting.withLock { $0.outbox = true } }

    var collected: Changes { collecting.withLock { $0 } }
}

/// The reason why a client can't go on from its cursor and must sync everything again.
public enum ResyncCause: String, Sendable, CaseIterable {
    /// The cursor belongs to another user, another copy of the database or other features of the tenant, or an operator
    /// has ordered a resync since.
    case history
    /// The cursor is older than `SyncRules.lifetime`.
    case age
    /// The cursor contains transactions that the database no longer has, because the database was restored from a
    /// backup.
    case future
    /// Another version of the server wrote the cursor.
    case version
}

/// Wakes long polls after a commit, and the push workers that wait for notifications to send.
///
/// Long polls at this server wake at once. Other servers and the workers get a `NOTIFY`. The `NOTIFY` is sent after the
/// commit and outside of the transaction, because inside it would serialize all commits of the database.
///
/// A `NOTIFY` is only a hint and may be lost. The long poll or the worker then checks again when its wait times out.
public final class ChangeNotifier: Sendable {
    /// The channel on which servers listen. They connect to it directly, not through a pooler.
    public static let channel = "davenport_changes"

    /// The long polls at this server.
    package let longPolls = LongPolls()
    private let pool: Pool
    /// A random name of this server, by which it recognizes and ignores its own notifications.
    private let server = Base64.url.encode(Randomness.bytes(8))
    private let pending = Mutex(TouchedUsers.Changes())
    private let counts = Mutex(Counts())

    /// Counters since the server started, which the metrics return.
    public struct Counts: Sendable, Equatable {
        /// The number of long polls that are waiting now.
        public var longPolls = 0
        /// The number of `NOTIFY` payloads sent to other servers, and the number received from them.
        public var sent = 0
        public var received = 0
        /// The number of clients that had to sync everything again, by cause.
        public var resyncs: [ResyncCause: Int] = [:]
    }

    init(pool: Pool) {
        self.pool = pool
    }

    public var statistics: Counts {
        var counts = counts.withLock { $0 }
        counts.longPolls = longPolls.count
        return counts
    }

    /// Counts a client that has to sync everything again.
    func count(_ cause: ResyncCause) { counts.withLock { $0.resyncs[cause, default: 0] += 1 } }

    /// Wakes the long polls of the users that a committed transaction touched, and schedules a `NOTIFY` for the other
    /// servers.
    func notify(of touched: TouchedUsers) {
        let changes = touched.collected
        guard !changes.isEmpty else { return }
        longPolls.wake(changes.people)
        let isFirst = pending.withLock { pending in
            defer { pending.merge(changes) }
            return pending.isEmpty
        }
        guard isFirst else { return }
        // A detached task, because the request may end before the notification is sent.
        Task.detached { [self] in
            try? await Task.sleep(for: SyncRules.gathering)
            await flush()
        }
    }

    /// Sends the collected notifications to the other servers and the workers without waiting any longer. A program
    /// calls it before it exits.
    public func flush() async {
        await send(
            pending.withLock { pending in
                defer { pending = TouchedUsers.Changes() }
                return pending
            })
    }

    private func send(_ changes: TouchedUsers.Changes) async {
        // The workers come first, because they need at most one notification.
        if changes.outbox { _ = await notify(OutboxChannel.name, "") }
        for payload in Self.payloads(of: changes.people, from: server) where await notify(Self.channel, payload) {
            counts.withLock { $0.sent += 1 }
        }
    }

    /// Sends one `NOTIFY`. If it fails, the notification is lost, and long polls at other servers see the change only
    /// when they time out.
    ///
    /// - Returns: whether it was sent.
    private func notify(_ channel: String, _ payload: String) async -> Bool {
        let sent = try? await pool.roundTrip { try await $0.query("SELECT pg_notify(\(channel), \(payload))") }
        return sent != nil
    }

    /// Handles a payload that `NOTIFY` delivered. Payloads that this server sent itself are ignored.
    public func receive(_ payload: String) {
        let parts = payload.split(separator: " ")
        guard let sender = parts.first, sender != server else { return }
        counts.withLock { $0.received += 1 }
        longPolls.wake(Self.people(in: payload))
    }

    /// Returns the users that a payload names.
    public static func people(in payload: String) -> Set<UUID> { Set(payload.split(separator: " ").dropFirst().compactMap(id)) }

    /// Ends all long polls because the server is shutting down. Long polls that begin later end at once.
    public func end() { longPolls.end() }

    /// Splits the users' ids into payloads that don't exceed PostgreSQL's limit for a `NOTIFY`.
    static func payloads(of people: Set<UUID>, from server: String) -> [String] {
        let ids = people.map(text)
        let room = (SyncRules.payload - server.utf8.count) / ((ids.first?.utf8.count ?? 0) + 1)
        return stride(from: 0, to: ids.count, by: room).map { start in
            ([server] + ids[start..<min(start + room, ids.count)]).joined(separator: " ")
        }
    }

    private static func text(_ id: UUID) -> String { withUnsafeBytes(of: id.uuid) { Base64.url.encode(Array($0)) } }

    private static func id(_ text: Substring) -> UUID? {
        guard let bytes = Base64.url.decode(text.utf8) else { return nil }
        var reader = ByteTextReader(bytes)
        return reader.uuid()
    }
}
