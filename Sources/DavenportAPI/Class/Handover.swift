import Foundation

/// The transfer of all tasks and students of a teacher to another person.
public struct Handover: Input {
    public let userID: UUID
    /// The id of the person who takes over the tasks and students.
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
        summary: "Transfer a person's tasks and students. Only owners may transfer those of owners and admins.",
        details: "The transfer is atomic and closes nothing. Entries that the first person hasn't read are unread for the successor.")
}
