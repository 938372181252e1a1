import DavenportAPI
import Foundation
import Logging
import Postgres
import Secrets
import Synchronization

/// For whom something may have changed in a transaction, and whether something may be due in the outbox.
final class Touched: Sendable {
    struct Whom: Sendable {
        var people: Set<UUID> = []
        var outbox = false

        var isNobody: Bool { people.isEmpty && !outbox }

        mutating func form(_ other: Whom) {
            people.formUnion(other.people)
            outbox = outbox || other.outbox
        }
    }

    private let noted = Mutex(Whom())

    func add(_ ids: some Sequence<UUID>) { noted.withLock { $0.people.formUnion(ids) } }

    func addOutbox() { noted.withLock { $0.outbox = true } }

    var whom: Whom { noted.withLock { $0 } }
}

/// Why what somebody was told is of no use any more.
public enum ResyncCause: String, Sendable, CaseIterable {
    /// It is of another person, copy of the database or choice of features, or from before an operator's resync.
    case history
    /// It is too long ago.
    case age
    /// It saw transactions that have not begun: the database was put back.
    case future
    /// It was written by another version of the server.
    case version
}

/// Wakes who waits for changes: here at once, and at the other servers of the database by `NOTIFY`, and so workers that wait for something
/// to be due: after the commit, and in no use case's transaction, where it would line up the commits of the whole database.
///
/// It is a hint, and may be lost: whoever waits looks for themselves when they have waited long enough.
public final class ChangeNotifier: Sendable {
    /// Where servers listen for each other, past any pooler.
    public static let channel = "davenport_changes"

    /// Who waits at this server.
    package let longPolls = LongPolls()
    private let pool: Pool
    /// Tells its own notifications from others'.
    private let server = Base64.url.encode(Randomness.bytes(8))
    private let gathered = Mutex(Touched.Whom())
    private let counts = Mutex(Counts())

    /// How many there were since the server began. Whatever tells metrics reads them from `statistics`.
    public struct Counts: Sendable, Equatable {
        /// Requests that wait at this moment.
        public var longPolls = 0
        /// Notifications sent to the other servers, and received from them.
        public var sent = 0
        public var received = 0
        /// How often somebody had to begin anew.
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

    /// Somebody has to begin anew.
    func count(_ cause: ResyncCause) { counts.withLock { $0.resyncs[cause, default: 0] += 1 } }

    /// Tells of whom a transaction has touched that is committed.
    func tell(of touched: Touched) {
        let whom = touched.whom
        guard !whom.isNobody else { return }
        longPolls.wake(whom.people)
        let isFirst = gathered.withLock { gathered in
            defer { gathered.form(whom) }
            return gathered.isNobody
        }
        guard isFirst else { return }
        // Not as a part of the request, which may end before.
        Task.detached { [self] in
            try? await Task.sleep(for: SyncRules.gathering)
            await flush()
        }
    }

    /// Tells the other servers and the workers at once whom it has gathered: a program that ends has no other time.
    public func flush() async {
        await send(
            gathered.withLock { gathered in
                defer { gathered = Touched.Whom() }
                return gathered
            })
    }

    private func send(_ whom: Touched.Whom) async {
        // Workers first: there is at most one notification for them.
        if whom.outbox { _ = await notify(OutboxChannel.name, "") }
        for payload in Self.payloads(of: whom.people, from: server) where await notify(Self.channel, payload) {
            counts.withLock { $0.sent += 1 }
        }
    }

    /// One that can't be sent is lost, which costs those who wait elsewhere the rest of their wait.
    private func notify(_ channel: String, _ payload: String) async -> Bool {
        let sent = try? await pool.roundTrip { try await $0.query("SELECT pg_notify(\(channel), \(payload))") }
        return sent != nil
    }

    /// Takes what `NOTIFY` has brought; what this server has sent itself it knows already.
    public func receive(_ payload: String) {
        let parts = payload.split(separator: " ")
        guard let sender = parts.first, sender != server else { return }
        counts.withLock { $0.received += 1 }
        longPolls.wake(Set(parts.dropFirst().compactMap(Self.id)))
    }

    /// Answers whoever waits at once, and whoever would from now on: the server ends.
    public func end() { longPolls.end() }

    /// The ids of people in as many texts as PostgreSQL takes them.
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
