import Foundation
import Postgres

/// A section of the document that `GET /v1/me/export` returns (rules 15). It contains nothing that other people wrote.
package struct ExportedSection: Sendable {
    /// Makes the query for a user's rows. The query's columns are `place`, by which the rows are sorted, and `item`, a
    /// JSON object.
    package typealias Source = @Sendable (TenantTransaction, _ userID: UUID) -> SQL

    let name: String
    let form: Form
    let source: Source
    let inner: Inner?

    /// How the section appears in the document.
    enum Form: Sendable {
        /// The section is one object, or null.
        case one
        /// The section is a list. It is read in pages of `page` rows, and `place` is the SQL type of the sort column.
        case many(page: Int, place: String)
    }

    /// A list inside each item of a section. The query's columns are `owner`, which is the item's `place`; `place`, a
    /// number; and `item`, a JSON object.
    struct Inner: Sendable {
        let name: String
        let source: @Sendable (TenantTransaction, _ userID: UUID, _ owners: [UUID]) -> SQL
    }

    /// Declares a section that is a single JSON object.
    package static func one(_ name: String, _ source: @escaping Source) -> ExportedSection {
        ExportedSection(name: name, form: .one, source: source, inner: nil)
    }

    /// Declares a section that is a list of JSON objects.
    ///
    /// - Parameters:
    ///   - page: the number of rows that are read at once. A page of the largest possible items must fit into memory.
    ///   - place: the SQL type of the column `place`.
    package static func many(_ name: String, page: Int = 200, place: StaticString = "uuid", _ source: @escaping Source) -> ExportedSection {
        ExportedSection(name: name, form: .many(page: page, place: "\(place)"), source: source, inner: nil)
    }

    /// Returns a copy of this section with another list in each of its items.
    package func holding(
        _ name: String, _ source: @escaping @Sendable (TenantTransaction, _ userID: UUID, _ owners: [UUID]) -> SQL
    ) -> ExportedSection {
        ExportedSection(name: self.name, form: form, source: self.source, inner: Inner(name: name, source: source))
    }
}
