import DavenportAPI
import Domain
import Foundation
import Postgres

/// What people of a tenant have bought.
struct EntitlementRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// What was bought once, and whose it is.
    struct Stored: Sendable {
        let userID: UUID
        let entitlement: Entitlement
        /// Whether it was not there before.
        let isNew: Bool
    }

    /// Keeps what somebody shows, where nobody has shown it before; tells it anew where they have, and this was signed later.
    /// - Returns: what is kept now; nil where it went at the same moment, with its owner's account.
    func keep(_ purchase: Purchase, of userID: UUID) async throws -> Stored? {
        let rows = try await transaction.pipeline([
            """
            INSERT INTO entitlements (\(fragment: Self.columns))
            VALUES (\(transaction.tenantID), \(purchase.originalTransactionID), \(userID), \(fragment: values(purchase)))
            ON CONFLICT DO NOTHING
            """,
            "\(fragment: update(purchase)) AND user_id = \(userID)",
            """
            SELECT user_id, \(fragment: Self.facts) FROM entitlement_facts
            WHERE tenant_id = \(transaction.tenantID) AND original_transaction_id = \(purchase.originalTransactionID)
            """,
        ])
        return try rows[2].first.map {
            Stored(userID: try $0["user_id"], entitlement: try Entitlement($0), isNew: rows[0].affected > 0)
        }
    }

    /// Tells what is kept anew, whoever's it is; keeps it for whom it was bought, where that is a member.
    func tell(_ purchase: Purchase) async throws {
        _ = try await transaction.pipeline([
            """
            INSERT INTO entitlements (\(fragment: Self.columns))
            SELECT u.tenant_id, \(purchase.originalTransactionID), u.id, \(fragment: values(purchase)) FROM users AS u
            WHERE u.tenant_id = \(transaction.tenantID) AND u.id = \(purchase.buyer)
            ON CONFLICT DO NOTHING
            """,
            update(purchase),
        ])
    }

    /// One person's, latest first.
    func list(of userID: UUID) async throws -> [Entitlement] {
        let rows = try await transaction.query(
            """
            SELECT \(fragment: Self.facts) FROM entitlement_facts
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)
            ORDER BY purchased_at DESC, original_transaction_id DESC
            """)
        return try rows.map { try Entitlement($0) }
    }

    private func values(_ purchase: Purchase) -> SQL {
        """
        \(purchase.productID), \(purchase.type), \(purchase.environment), \(purchase.purchasedAt)::timestamptz,
        \(purchase.expiresAt)::timestamptz, \(purchase.revokedAt)::timestamptz, \(purchase.signedAt)::timestamptz
        """
    }

    private func update(_ purchase: Purchase) -> SQL {
        """
        UPDATE entitlements SET product_id = \(purchase.productID), type = \(purchase.type), environment = \(purchase.environment),
            purchased_at = \(purchase.purchasedAt), expires_at = \(purchase.expiresAt), revoked_at = \(purchase.revokedAt),
            signed_at = \(purchase.signedAt)
        WHERE tenant_id = \(transaction.tenantID) AND original_transaction_id = \(purchase.originalTransactionID)
            AND signed_at < \(purchase.signedAt)
        """
    }

    private static let columns: SQL = """
        tenant_id, original_transaction_id, user_id, product_id, type, environment, purchased_at, expires_at, revoked_at, signed_at
        """
    private static let facts: SQL = "product_id, type, environment, purchased_at, expires_at, revoked_at, active"
}

extension Entitlement {
    fileprivate init(_ row: Row) throws {
        self.init(
            productID: try row["product_id"], type: try row["type"], environment: try row["environment"],
            purchasedAt: try row["purchased_at"], expiresAt: try row["expires_at"], revokedAt: try row["revoked_at"],
            active: try row["active"])
    }
}
