import Foundation

/// Somebody whose tasks and students shall be another's.
public struct Handover: Input {
    public let userID: UUID
    /// Who shall have them.
    public let toUserID: UUID

    public init(userID: UUID, toUserID: UUID) {
        self.userID = userID
        self.toUserID = toUserID
    }

    public init(_ fields: inout Fields) {
        userID = fields.required("userID", .uuid)
        toUserID = fields.required("toUserID", .uuid)
    }
}

extension Endpoints {
    static let handovers: [any EndpointDeclaration] = [handOver]

    public static let handOver = Endpoint<Handover, NoContent>(
        "handOver", .post, "/members/{userID}/handover", .roles([.admin, .owner]), feature: .class, success: 204,
        errors: [.unknownUser, .limitReached], isIdempotent: true,
        summary: "Make somebody's tasks and students another's; those of owners and admins only as an owner.",
        details: "All or none. Nothing is closed by it, and what the one has not read the other finds unread.")
}
