import DavenportAPI
import Postgres

/// Reads and writes the picture of a tenant.
struct TenantPictureRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the tenant's picture; nil if there is none.
    func find() async throws -> Media? {
        let rows = try await transaction.query(
            "SELECT media_type, image FROM tenant_pictures WHERE tenant_id = \(transaction.tenantID)")
        return try rows.first.map { Media(type: try $0["media_type"], bytes: try $0["image"]) }
    }

    /// Stores a picture in place of the previous one.
    /// - Returns: false if it is the picture that the tenant has.
    func set(_ picture: StrippedPicture) async throws -> Bool {
        try await transaction.query(
            """
            INSERT INTO tenant_pictures AS p (tenant_id, media_type, image, version)
            VALUES (\(transaction.tenantID), \(picture.kind.rawValue), \(picture.bytes), \(picture.version))
            ON CONFLICT (tenant_id) DO UPDATE
            SET media_type = excluded.media_type, image = excluded.image, version = excluded.version
            WHERE p.version <> excluded.version
            """
        ).affected > 0
    }

    /// Deletes the picture.
    /// - Returns: false if there is none.
    func delete() async throws -> Bool {
        try await transaction.query("DELETE FROM tenant_pictures WHERE tenant_id = \(transaction.tenantID)").affected > 0
    }
}
