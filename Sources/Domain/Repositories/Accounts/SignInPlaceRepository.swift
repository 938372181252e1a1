import Foundation
import Postgres
import Secrets

/// A device or a network from which somebody signs in.
enum SignInPlace {
    /// A device by the name that its client gives it; nil for a client that gives none.
    case device(String?)
    case network(ClientAddress)

    /// How long a place is remembered after the last sign-in from it, in days.
    static let memoryDays = 365
    /// The most places that are remembered of one user.
    static let limit = 100

    fileprivate func digest(key: [UInt8]) -> [UInt8] {
        let text =
            switch self {
            case .device(let name): "device \(name ?? "")"
            case .network(let address): "network \(address.surroundings)"
            }
        return Digest.hmacSHA256(key: key, text.utf8)
    }
}

/// Reads and writes the places from which a tenant's users have signed in.
struct SignInPlaceRepository: Repository {
    let transaction: TenantTransaction

    /// Remembers places from which a user signs in now, and forgets old ones.
    /// - Returns: whether all of them were known.
    func note(_ places: [SignInPlace], of userID: UUID) async throws -> Bool {
        let tenant = transaction.tenantID
        let keys = try await transaction.query("SELECT throttle_key FROM tenants WHERE id = \(tenant)")
        guard let key: [UInt8] = try keys.first.map({ try $0["throttle_key"] }) else { return true }
        let digests = places.map { Data($0.digest(key: key)).base64EncodedString() }
        let rows = try await transaction.pipeline([
            """
            DELETE FROM sign_in_places WHERE tenant_id = \(tenant) AND user_id = \(userID) AND (
                seen_at <= \(transaction.now.adding(days: -SignInPlace.memoryDays)) OR digest IN (
                    SELECT p.digest FROM sign_in_places AS p WHERE p.tenant_id = \(tenant) AND p.user_id = \(userID)
                    ORDER BY p.seen_at DESC, p.digest OFFSET \(SignInPlace.limit)))
            """,
            """
            INSERT INTO sign_in_places (tenant_id, user_id, digest, seen_at)
            SELECT \(tenant), \(userID), decode(place, 'base64'), \(transaction.now) FROM unnest(\(digests)::text[]) AS place
            ON CONFLICT (tenant_id, user_id, digest) DO UPDATE SET seen_at = excluded.seen_at
            RETURNING xmax = 0 AS is_new
            """,
        ])
        return try rows[1].allSatisfy { try !$0["is_new"] }
    }

    /// Returns the time of the transaction in the user's zone, such as `Saturday, 28 November 2026, 21:25 (Europe/Berlin)`.
    func localTime(of userID: UUID) async throws -> String {
        let rows = try await transaction.query(
            """
            SELECT to_char(\(transaction.now) AT TIME ZONE z.name, 'FMDay, FMDD FMMonth YYYY, HH24:MI') || ' (' || z.name || ')' AS time
            FROM (SELECT coalesce((
                SELECT known_time_zone(p.time_zone) FROM notification_preferences AS p
                WHERE p.tenant_id = \(transaction.tenantID) AND p.user_id = \(userID)), 'UTC') AS name) AS z
            """)
        return try rows.first.map { try $0["time"] } ?? ""
    }
}
