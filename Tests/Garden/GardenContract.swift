import DavenportAPI
import Foundation

extension AreaContract {
    /// An example area for tests: users who garden together.
    public static let garden = AreaContract(
        "garden", chapters: [Chapter("Beds", "Where things grow.", [Endpoints.digBed])], codes: [.bedFull], kinds: [.bedDug])
}

extension Endpoints {
    package static let digBed = Endpoint<NewBed, Bed>(
        "digBed", .post, "/beds", .user, errors: [.bedFull, .tooManyRequests], summary: "Dig a bed.")
}

extension Problem.Code {
    /// The error for too many plants in a bed. `free` is the number of plants that still fit.
    package static let bedFull = Self("bed_full", 409, "The bed is full.")
}

extension NotificationKind {
    /// The notification that a bed was dug for the recipient.
    package static let bedDug = Self(rawValue: "bed.dug")
}

/// The input for a new bed.
package struct NewBed: Input {
    package let plants: Int
    /// The neighbour that the bed is for, besides the digger.
    package let neighbourID: UUID?

    package init(_ fields: inout Fields) {
        plants = fields.required("plants", .integer(1...99))
        neighbourID = fields.optional("neighbourID", .uuid)
    }
}

/// A bed.
package struct Bed: Codable, Sendable {
    package let id: UUID
    package let plants: Int
}
