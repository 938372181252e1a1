import DavenportAPI
import Foundation
import Postgres

/// Reads the data that a user exports, page by page. Each page is a transaction of its own, so a client that reads
/// slowly holds no transaction open.
struct ExportedSectionRepository: Repository {
    let transaction: TenantTransaction

    /// One exported row, as JSON.
    struct Item: Sendable {
        /// The sort key (column `place`) of the item that contains this one; empty if no item contains it.
        let owner: String
        let place: String
        let json: String
    }

    /// The page size, in rows, for items that are contained in other items.
    static let innerPage = 200

    /// Returns a page of the items of a section.
    /// - Parameter place: the position of the last item of the previous page; nil for the first page.
    /// - Throws: `unauthenticated` if the user has logged out in the meantime.
    func page(of exportedSection: ExportedSection, _ caller: Caller, after place: String?) async throws -> [Item] {
        var (limit, type) = (1, "uuid")
        if case .many(let page, let ofPlace) = exportedSection.form { (limit, type) = (page, ofPlace) }
        // The type is a literal in the declaration of a section (`ExportedSection.many`).
        let beyond: SQL = place.map { "WHERE b.place > \($0)::\(unsafeRaw: type)" } ?? ""
        return try await items(
            """
            SELECT '' AS owner, b.place::text AS place, json_strip_nulls(b.item)::text AS item
            FROM (\(fragment: exportedSection.source(transaction, caller.userID))) AS b \(fragment: beyond)
            ORDER BY b.place LIMIT \(limit)
            """, caller)
    }

    /// Returns a page of the items that are contained in other items.
    /// - Parameter owners: the sort key (column `place`) of each containing item.
    /// - Parameter last: the last item of the previous page; nil for the first page.
    /// - Throws: `unauthenticated` if the user has logged out in the meantime.
    func page(of inner: ExportedSection.Inner, in owners: [UUID], _ caller: Caller, after last: Item?) async throws -> [Item] {
        let beyond: SQL = last.map { "WHERE (b.owner, b.place) > (\($0.owner)::uuid, \($0.place)::bigint)" } ?? ""
        return try await items(
            """
            SELECT b.owner::text AS owner, b.place::text AS place, json_strip_nulls(b.item)::text AS item
            FROM (\(fragment: inner.source(transaction, caller.userID, owners))) AS b \(fragment: beyond)
            ORDER BY b.owner, b.place LIMIT \(Self.innerPage)
            """, caller)
    }

    private func items(_ statement: SQL, _ caller: Caller) async throws -> [Item] {
        let presence: SQL = "SELECT \(fragment: LoginCheckRepository(transaction).isSignedIn(caller)) AS holds"
        let rows = try await transaction.pipeline([presence, statement])
        guard try rows[0].first?["holds"] == true else { throw Problem(.unauthenticated) }
        return try rows[1].map { Item(owner: try $0["owner"], place: try $0["place"], json: try $0["item"]) }
    }
}
