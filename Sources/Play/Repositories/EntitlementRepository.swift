import DavenportAPI
import Domain
import Foundation
import Postgres
import Secrets

/// Stores what the users of a tenant have bought in its apps (rules 12.48 to 12.53).
struct EntitlementRepository: Repository {
    let transaction: TenantTransaction

    /// A stored entitlement and the user who owns it.
    struct Stored: Sendable {
        let userID: UUID
        let entitlement: Entitlement
        /// Whether the entitlement was just inserted; otherwise it existed before.
        let isNew: Bool
    }

    /// Stores a purchase that a user presents, unless it belongs to another user already.
    ///
    /// If the user has presented the purchase before, its row is updated, unless the row comes from a transaction that
    /// the App Store signed later. A recorded revocation applies to the purchase, no matter which user presents it.
    /// - Returns: the stored entitlement, which may belong to another user. It is nil if a concurrent request deleted
    ///   the user's account.
    func keep(_ purchase: Purchase, of userID: UUID) async throws -> Stored? {
        let rows = try await transaction.pipeline([
            lock(purchase),
            """
            INSERT INTO entitlements (\(fragment: Self.columns))
            SELECT \(transaction.tenantID), \(purchase.originalTransactionID), u.id, \(fragment: values(purchase)) FROM users AS u
            \(fragment: revocation(purchase)) WHERE u.tenant_id = \(transaction.tenantID) AND u.id = \(userID)
            ON CONFLICT DO NOTHING
            """,
            "\(fragment: update(purchase)) AND user_id = \(userID)",
            remember(purchase),
            """
            SELECT user_id, \(fragment: Self.facts) FROM entitlement_facts
            WHERE tenant_id = \(transaction.tenantID) AND original_transaction_id = \(purchase.originalTransactionID)
            """,
        ])
        return try rows[4].first.map {
            Stored(userID: try $0["user_id"], entitlement: try Entitlement($0), isNew: rows[1].affected > 0)
        }
    }

    /// Stores a purchase that the App Store's server sent.
    ///
    /// The purchase's entitlement is updated, and its owner stays. If there is none yet, one is inserted for the user
    /// that the purchase was made for. None is inserted if the app didn't set that user, or no member has that id.
    func store(_ purchase: Purchase) async throws {
        _ = try await transaction.pipeline([
            lock(purchase),
            """
            INSERT INTO entitlements (\(fragment: Self.columns))
            SELECT \(transaction.tenantID), \(purchase.originalTransactionID), u.id, \(fragment: values(purchase)) FROM users AS u
            \(fragment: revocation(purchase)) WHERE u.tenant_id = \(transaction.tenantID) AND u.id = \(purchase.buyer)
            ON CONFLICT DO NOTHING
            """,
            update(purchase),
            remember(purchase),
        ])
    }

    /// Returns what the user has bought, latest purchase first.
    func list(of userID: UUID) async throws -> [Entitlement] {
        let rows = try await transaction.query(
            """
            SELECT \(fragment: Self.facts) FROM entitlement_facts
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)
            ORDER BY purchased_at DESC, original_transaction_id DESC
            """)
        return try rows.map { try Entitlement($0) }
    }

    /// Returns the statement that locks a purchase until the database transaction ends.
    ///
    /// Without the lock, a user's first presentation of the purchase could miss a revocation that arrives at the same
    /// time.
    private func lock(_ purchase: Purchase) -> SQL {
        let name = "purchase \(purchase.originalTransactionID) in \(transaction.tenantID)"
        return "SELECT pg_advisory_xact_lock(hashtextextended(\(name)::text, 0))"
    }

    /// Returns the values of the columns of a new entitlement. The statement must also contain the join with the alias
    /// `r` that `revocation` returns.
    private func values(_ purchase: Purchase) -> SQL {
        """
        \(purchase.productID), \(purchase.type), \(purchase.environment), \(purchase.purchasedAt)::timestamptz,
        \(purchase.expiresAt)::timestamptz, coalesce(r.revoked_at, \(purchase.revokedAt)::timestamptz),
        coalesce(r.signed_at, \(purchase.signedAt)::timestamptz)
        """
    }

    /// Returns the join with the recorded revocation of the purchase. The join adds no revocation to a purchase of a
    /// later period, or of the same period but signed later than the revocation.
    private func revocation(_ purchase: Purchase) -> SQL {
        """
        LEFT JOIN revoked_transactions AS r ON r.tenant_id = \(transaction.tenantID) AND r.digest = \(purchase.digest)
            AND (r.period, r.signed_at) >= (\(purchase.period)::timestamptz, \(purchase.signedAt)::timestamptz)
        """
    }

    /// Returns the statement that records the purchase's revocation. If the purchase isn't revoked, the statement
    /// instead deletes a recorded revocation that is older.
    private func remember(_ purchase: Purchase) -> SQL {
        let (tenant, digest) = (transaction.tenantID, purchase.digest)
        guard let revokedAt = purchase.revokedAt else {
            return """
                DELETE FROM revoked_transactions WHERE tenant_id = \(tenant) AND digest = \(digest)
                    AND (period, signed_at) < (\(purchase.period)::timestamptz, \(purchase.signedAt)::timestamptz)
                """
        }
        return """
            INSERT INTO revoked_transactions AS r (tenant_id, digest, period, signed_at, revoked_at)
            VALUES (\(tenant), \(digest), \(purchase.period), \(purchase.signedAt), \(revokedAt))
            ON CONFLICT (tenant_id, digest) DO UPDATE
            SET period = excluded.period, signed_at = excluded.signed_at, revoked_at = excluded.revoked_at
            WHERE (r.period, r.signed_at) < (excluded.period, excluded.signed_at)
            """
    }

    private func update(_ purchase: Purchase) -> SQL {
        """
        UPDATE entitlements SET product_id = \(purchase.productID), type = \(purchase.type), environment = \(purchase.environment),
            purchased_at = \(purchase.purchasedAt), expires_at = \(purchase.expiresAt), revoked_at = \(purchase.revokedAt),
            signed_at = \(purchase.signedAt)
        WHERE tenant_id = \(transaction.tenantID) AND original_transaction_id = \(purchase.originalTransactionID)
            AND (CASE type WHEN \(EntitlementType.autoRenewable) THEN purchased_at ELSE '-infinity' END, signed_at)
                < (\(purchase.period)::timestamptz, \(purchase.signedAt)::timestamptz)
        """
    }

    private static let columns: SQL = """
        tenant_id, original_transaction_id, user_id, product_id, type, environment, purchased_at, expires_at, revoked_at, signed_at
        """
    private static let facts: SQL = "product_id, type, environment, purchased_at, expires_at, revoked_at, active"
}

extension Purchase {
    /// The digest of the purchase's original transaction id at the App Store. A revocation is recorded under this
    /// digest.
    fileprivate var digest: [UInt8] { Digest.sha256(Array(originalTransactionID.utf8)) }
}

extension Entitlement {
    fileprivate init(_ row: Row) throws {
        self.init(
            productID: try row["product_id"], type: try row["type"], environment: try row["environment"],
            purchasedAt: try row["purchased_at"], expiresAt: try row["expires_at"], revokedAt: try row["revoked_at"],
            active: try row["active"])
    }
}
