import Foundation
import Postgres

/// Something of a person's that they may take along: a member of the document of `GET /v1/me/export` (rules 15). Nothing in it is what
/// others wrote.
package struct ExportedSection: Sendable {
    /// The rows of a person, with the columns `place`, by which they are ordered, and `item`, an object of JSON.
    package typealias Source = @Sendable (TenantTransaction, _ userID: UUID) -> SQL

    let name: String
    let form: Form
    let source: Source
    let inner: Inner?

    /// What stands in the document.
    enum Form: Sendable {
        /// The object itself, or null.
        case one
        /// A list, of which so many are read at once; of what type their places are.
        case many(page: Int, place: String)
    }

    /// What lies in each item as a list: rows with `owner`, which is the place of the item, `place`, a number, and `item`.
    struct Inner: Sendable {
        let name: String
        let source: @Sendable (TenantTransaction, _ userID: UUID, _ owners: [UUID]) -> SQL
    }

    /// One object.
    package static func one(_ name: String, _ source: @escaping Source) -> ExportedSection {
        ExportedSection(name: name, form: .one, source: source, inner: nil)
    }

    /// A list.
    /// - Parameters:
    ///   - page: how many are read at once, so that a few of the largest fit into memory.
    ///   - place: the type of `place`.
    package static func many(_ name: String, page: Int = 200, place: StaticString = "uuid", _ source: @escaping Source) -> ExportedSection {
        ExportedSection(name: name, form: .many(page: page, place: "\(place)"), source: source, inner: nil)
    }

    /// The same list, with a list in each of its items.
    package func holding(
        _ name: String, _ source: @escaping @Sendable (TenantTransaction, _ userID: UUID, _ owners: [UUID]) -> SQL
    ) -> ExportedSection {
        ExportedSection(name: self.name, form: form, source: self.source, inner: Inner(name: name, source: source))
    }
}
