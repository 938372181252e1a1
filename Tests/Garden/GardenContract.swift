import DavenportAPI
import Foundation

extension AreaContract {
    /// People who garden together: an area that only the tests have.
    public static let garden = AreaContract(
        "garden", chapters: [Chapter("Beds", "Where things grow.", [Endpoints.digBed])], codes: [.bedFull], kinds: [.bedDug])
}

extension Endpoints {
    package static let digBed = Endpoint<NewBed, Bed>(
        "digBed", .post, "/beds", .user, errors: [.bedFull, .tooManyRequests], summary: "Dig a bed.")
}

extension Problem.Code {
    /// With `free`: how many plants there is room for.
    package static let bedFull = Self("bed_full", 409, "The bed is full.")
}

extension NotificationKind {
    /// Somebody dug a bed for me.
    package static let bedDug = Self(rawValue: "bed.dug")
}

/// A bed as somebody wants it.
package struct NewBed: Input {
    package let plants: Int
    /// For whom it is, besides oneself.
    package let neighbourID: UUID?

    package init(_ fields: inout Fields) {
        plants = fields.required("plants", .integer(1...99))
        neighbourID = fields.optional("neighbourID", .uuid)
    }
}

/// A bed as it was dug.
package struct Bed: Codable, Sendable {
    package let id: UUID
    package let plants: Int
}
