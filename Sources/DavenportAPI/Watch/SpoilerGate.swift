import Foundation

/// Hides, from a member who hasn't watched, other people's comments that lie ahead of where the member is (rule 17.5).
public enum SpoilerGate {
    /// A member of a room, as the gate sees them.
    public struct Reader: Sendable, Equatable {
        public let userID: UUID
        /// The second at which the reader is; nil without a position.
        public let second: Int?
        /// The room's members, among them the reader.
        public let memberIDs: Set<UUID>
        /// The members who have watched.
        public let watchedIDs: Set<UUID>

        /// Describes a member of a room.
        /// - Parameters:
        ///   - second: the second at which the member is, by `Position.second(at:)`; nil without a position.
        ///   - members: the room's members.
        public init(userID: UUID, second: Int?, members: [Member]) {
            self.userID = userID
            self.second = second
            memberIDs = Set(members.map(\.user.id))
            watchedIDs = Set(members.filter { $0.watchedAt != nil }.map(\.user.id))
        }
    }

    /// Returns whether the gate hides a comment from a member of its room.
    ///
    /// Somebody who has watched sees everything, and everybody sees their own comments. Of the others', those at a later
    /// second are hidden, and without a position all. A comment of the general thread is hidden if its author has
    /// watched. An author who isn't a member any more counts as somebody who has watched.
    public static func hides(_ comment: Comment, from reader: Reader) -> Bool {
        if reader.watchedIDs.contains(reader.userID) || comment.author?.id == reader.userID { return false }
        guard let second = reader.second else { return true }
        if comment.seconds > 0 { return comment.seconds > second }
        guard let author = comment.author?.id, reader.memberIDs.contains(author) else { return true }
        return reader.watchedIDs.contains(author)
    }
}

/// What a list of comments leaves out for the caller's sake.
public struct CommentGate: OpenEnumeration {
    /// Comments that lie ahead of the caller's position: see `SpoilerGate`.
    public static let position = Self(keeping: "position")

    public static let allCases = [position]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A page of a room's comments. `next` is the cursor of the next page, absent at the end.
public struct CommentPage: Codable, Sendable, Equatable {
    public let items: [Comment]
    /// The opaque cursor to send as `after` for the next page; nil at the end.
    public let next: String?
    /// The number of the room's comments that the gate hides; nil if the query has no gate. It counts those of all pages
    /// and seconds, so that it doesn't tell where they are.
    public let hiddenCount: Int?

    public init(items: [Comment], next: String?, hiddenCount: Int? = nil) {
        self.items = items
        self.next = next
        self.hiddenCount = hiddenCount
    }
}
