import Domain
import Foundation
import Postgres

/// Reads and writes the provider's answers that the database stores. They belong to no tenant, so any transaction may
/// read them.
struct CatalogueRepository: Sendable {
    private let pipeline: @Sendable ([SQL]) async throws -> [Rows]
    /// The current time, from which the ages of answers are computed. Leases and pauses use the database's own clock
    /// instead.
    private let now: Date
    private let provider: String
    private let language: String

    /// Reads answers in a tenant's transaction, whose statements also authenticate the caller.
    init(_ transaction: TenantTransaction, provider: String, language: String) {
        self.init(transaction.now, provider, language) { try await transaction.pipeline($0) }
    }

    /// Reads and writes answers in a transaction that belongs to no tenant.
    init(_ transaction: Transaction, at now: Date, provider: String, language: String) {
        self.init(now, provider, language) { try await transaction.pipeline($0) }
    }

    private init(_ now: Date, _ provider: String, _ language: String, _ pipeline: @escaping @Sendable ([SQL]) async throws -> [Rows]) {
        (self.now, self.provider, self.language, self.pipeline) = (now, provider, language, pipeline)
    }

    /// Returns the stored answers to these requests, by request. A request without a stored answer is left out. The
    /// statement also records that the answers were used, at most once an hour.
    func entries(_ providerRequests: [ProviderRequest]) async throws -> [ProviderRequest: StoredAnswer] {
        let keys = providerRequests.map(key)
        let rows = try await pipeline([
            """
            WITH used AS (
                UPDATE catalogue_entries SET used_at = \(now)
                WHERE key = ANY (\(keys)::text[]) AND (used_at < \(now - CatalogueRules.useWritten) OR used_at > \(now))
            )
            SELECT \(fragment: Self.columns) FROM catalogue_entries
            WHERE key = ANY (\(keys)::text[])
            """
        ])
        let found = try Dictionary(rows[0].map { (try $0["key"] as String, try StoredAnswer($0)) }) { first, _ in first }
        return providerRequests.reduce(into: [:]) { $0[$1] = found[key($1)] }
    }

    /// The result of an attempt to take the lease on an answer.
    struct Claim: Sendable {
        /// Whether this server got the lease, and so is the only one that fetches the answer.
        let isGranted: Bool
        let kept: StoredAnswer?
        /// Whether this or another server holds the lease now.
        let isLeased: Bool
        /// The number of seconds until the provider may be asked for this answer again; nil if it may be asked now.
        let pause: Int?
    }

    /// Takes the lease on an answer, so that no other server fetches the answer.
    ///
    /// The lease isn't granted if another server holds it, if the provider has asked for a pause, or if the last fetch
    /// has just failed. It isn't granted either if a newer answer was stored in the meantime.
    /// - Parameter seen: when the stored answer that is to be replaced was itself fetched; nil if none was stored. It
    ///   is compared for equality, not by order, because clocks may be set back.
    func claim(_ providerRequest: ProviderRequest, _ lease: FetchLease, since seen: Date?) async throws -> Claim {
        let key = key(providerRequest)
        let rows = try await pipeline([
            // Insert no rows during a pause: otherwise requests for ever new things would fill the table.
            """
            INSERT INTO catalogue_entries (key, used_at)
            SELECT \(key), \(now) WHERE NOT \(fragment: isPaused)
            ON CONFLICT (key) DO NOTHING
            """,
            """
            UPDATE catalogue_entries
            SET lease_id = \(lease.id), lease_until = clock_timestamp() + make_interval(secs => \(lease.seconds))
            WHERE key = \(key) AND (lease_until IS NULL OR lease_until < clock_timestamp())
                AND (rest_until IS NULL OR rest_until < clock_timestamp()) AND (fetched_at IS NULL OR fetched_at = \(seen))
                AND NOT \(fragment: isPaused)
            """,
            """
            SELECT \(fragment: Self.columns), coalesce(lease_until > clock_timestamp(), false) AS is_leased,
                \(fragment: Self.seconds(until: "rest_until")) AS rest
            FROM catalogue_entries WHERE key = \(key)
            """,
            "SELECT \(fragment: Self.seconds(until: "max(until)")) AS pause FROM catalogue_pauses WHERE provider = \(provider)",
        ])
        let pause: Int? = try rows[3].first?["pause"]
        guard let row = rows[2].first else { return Claim(isGranted: false, kept: nil, isLeased: false, pause: pause) }
        let rest: Int? = try row["rest"]
        return Claim(
            isGranted: rows[1].affected > 0, kept: try StoredAnswer(row), isLeased: try row["is_leased"],
            pause: [rest, pause].compactMap(\.self).max())
    }

    /// Stores an answer, if this server still holds the lease. The lease then expires, but its id stays in the row to
    /// show which server fetched the answer.
    /// - Parameter show: a show to mark as renumbered; nil for none.
    /// - Returns: the number of servers that have fetched an answer in the last seconds, including this one.
    func store(_ new: StoredAnswer, of providerRequest: ProviderRequest, _ lease: FetchLease, renumbering show: Int?) async throws -> Int {
        var statements: [SQL] = [
            """
            UPDATE catalogue_entries
            SET answer = \(new.answer), fetched_at = \(new.fetchedAt), used_at = \(now), lease_until = clock_timestamp(), rest_until = NULL,
                changed_at = CASE WHEN answer IS DISTINCT FROM \(new.answer) THEN clock_timestamp() ELSE changed_at END
            WHERE key = \(key(providerRequest)) AND lease_id = \(lease.id)
            """,
            """
            SELECT count(DISTINCT left(lease_id::text, \(FetchLease.serverLength)::integer)) AS servers FROM catalogue_entries
            WHERE fetched_at BETWEEN \(now - CatalogueRules.asking) AND \(now + CatalogueRules.skew)
            """,
        ]
        if let show {
            // Lock the show's row before the season's, in the same order as transactions that use both.
            statements.insert(
                """
                INSERT INTO catalogue_entries (key, used_at, renumbered, changed_at)
                SELECT \(key(.show(show))), \(now), true, clock_timestamp() FROM catalogue_entries
                WHERE key = \(key(providerRequest)) AND lease_id = \(lease.id)
                ON CONFLICT (key) DO UPDATE SET renumbered = excluded.renumbered, changed_at = excluded.changed_at
                """, at: 0)
        }
        return try await pipeline(statements).last?.first?["servers"] ?? 1
    }

    /// Gives the lease back after a failed request. For the next `CatalogueRules.rest` seconds no server fetches the
    /// answer.
    func release(_ providerRequest: ProviderRequest, _ lease: FetchLease) async throws {
        _ = try await pipeline([
            """
            UPDATE catalogue_entries SET lease_id = NULL, lease_until = NULL,
                rest_until = clock_timestamp() + make_interval(secs => \(CatalogueRules.rest))
            WHERE key = \(key(providerRequest)) AND lease_id = \(lease.id)
            """
        ])
    }

    /// Gives the lease back if no request was sent, so that any server may fetch the answer at once. A row that never
    /// got an answer is deleted.
    func giveUp(_ providerRequest: ProviderRequest, _ lease: FetchLease) async throws {
        let key = key(providerRequest)
        _ = try await pipeline([
            "DELETE FROM catalogue_entries WHERE key = \(key) AND lease_id = \(lease.id) AND fetched_at IS NULL AND NOT renumbered",
            "UPDATE catalogue_entries SET lease_id = NULL, lease_until = NULL WHERE key = \(key) AND lease_id = \(lease.id)",
        ])
    }

    /// The shows whose stored answers have changed, as far as one check has found them.
    struct Changes: Sendable {
        /// When each show last changed, by the show's id.
        let shows: [Int: Date]
        /// The time to pass to the next check, by the database's clock. It lies in the past, so that the next check
        /// also finds answers whose transactions are still open now.
        let next: Date
    }

    /// Returns the shows whose stored answers have changed since a moment.
    /// - Parameter moment: `next` from the previous call; nil for the first call, which finds no shows.
    func changes(since moment: Date?) async throws -> Changes {
        let rows = try await pipeline([
            "SELECT clock_timestamp() - make_interval(secs => \(CatalogueRules.longestStore)) AS next",
            """
            SELECT split_part(split_part(key, ' ', 2), '/', 2)::integer AS show, max(changed_at) AS changed_at FROM catalogue_entries
            WHERE changed_at > \(moment) AND starts_with(key, \(language + " tv/"))
            GROUP BY 1 LIMIT \(CatalogueRules.changesLimit + 1)
            """,
        ])
        guard let next: Date = try rows[0].first?["next"] else { throw PostgresError.misuse("a statement without a result") }
        return Changes(shows: try rows[1].reduce(into: [:]) { $0[try $1["show"]] = try $1["changed_at"] as Date }, next: next)
    }

    /// Records that the provider asks for a pause. Until it is over, no server sends a request.
    func pause(seconds: Int) async throws {
        _ = try await pipeline([
            """
            INSERT INTO catalogue_pauses (provider, until) VALUES (\(provider), clock_timestamp() + make_interval(secs => \(seconds)))
            ON CONFLICT (provider) DO UPDATE SET until = greatest(catalogue_pauses.until, excluded.until)
            """
        ])
    }

    /// Returns what the provider last said of its quota; nil if it never did, or the quota has been renewed since.
    func quota() async throws -> ProviderQuota? {
        let rows = try await pipeline([
            """
            SELECT remaining, total, \(fragment: Self.seconds(until: "renewed_at")) AS renewed_in FROM catalogue_quotas
            WHERE provider = \(provider) AND renewed_at > clock_timestamp()
            """
        ])
        return try rows[0].first.map { row in
            ProviderQuota(remaining: try row["remaining"], total: try row["total"], renewedIn: try row["renewed_in"] ?? 1)
        }
    }

    /// Stores what the provider says of its quota. A total that the provider named before counts until the renewal.
    func record(_ quota: ProviderQuota) async throws {
        _ = try await pipeline([
            "DELETE FROM catalogue_quotas WHERE provider = \(provider) AND renewed_at <= clock_timestamp()",
            """
            INSERT INTO catalogue_quotas (provider, remaining, total, renewed_at)
            VALUES (\(provider), \(quota.remaining), \(quota.total), clock_timestamp() + make_interval(secs => \(quota.renewedIn)))
            ON CONFLICT (provider) DO UPDATE SET remaining = excluded.remaining, renewed_at = excluded.renewed_at,
                total = greatest(catalogue_quotas.total, excluded.total)
            """,
        ])
    }

    /// An SQL expression for whether the provider has asked for a pause that isn't over.
    private var isPaused: SQL {
        "EXISTS (SELECT FROM catalogue_pauses WHERE provider = \(provider) AND until > clock_timestamp())"
    }

    /// Returns an SQL expression for the number of seconds until a moment, rounded up. It is null if the moment has
    /// passed.
    private static func seconds(until moment: SQL) -> SQL {
        "nullif(greatest(ceil(extract(epoch FROM \(fragment: moment) - clock_timestamp()))::bigint, 0), 0)"
    }

    private func key(_ providerRequest: ProviderRequest) -> String { language + " " + providerRequest.key }

    private static let columns: SQL = "key, answer, fetched_at, renumbered"
}

extension StoredAnswer {
    init(_ row: Row) throws {
        self.init(answer: try row["answer"], fetchedAt: try row["fetched_at"], isRenumbered: try row["renumbered"])
    }
}
