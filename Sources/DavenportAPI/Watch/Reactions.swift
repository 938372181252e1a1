import Foundation

/// The reactions to a comment with one emoji.
public struct Reaction: Codable, Sendable, Equatable {
    /// The emoji, in its fully qualified form: see `Emoji.canonical`.
    public let emoji: String
    /// The people who reacted, in the order in which they did, without those that the caller may not see.
    public let userIDs: [UUID]
    /// The number of people who reacted, with those that the caller may not see.
    public let count: Int

    public init(emoji: String, userIDs: [UUID], count: Int) {
        self.emoji = emoji
        self.userIDs = userIDs
        self.count = count
    }
}

/// A reference to the caller's reaction to a comment.
public struct ReactionReference: Input, Decodable, Equatable {
    public let roomID: UUID
    public let commentID: UUID
    /// The emoji. Its fully qualified form and those without variation selectors are the same emoji.
    public let emoji: String

    /// Creates the input without checking it; the server enforces the limits.
    public init(roomID: UUID, commentID: UUID, emoji: String) {
        self.roomID = roomID
        self.commentID = commentID
        self.emoji = emoji
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        commentID = fields.required("commentID", .uuid)
        emoji = fields.required("emoji", .emoji)
    }
}

extension [Reaction] {
    /// The number of different emoji that a comment can have.
    public static let most = 12

    /// Returns these reactions after a person has reacted with an emoji; the same if they had already, or if the comment
    /// has too many emoji.
    package func adding(_ emoji: String, by userID: UUID) -> [Reaction] {
        var reactions = self
        if let place = firstIndex(where: { $0.emoji == emoji }) {
            guard !self[place].userIDs.contains(userID) else { return self }
            reactions[place] = Reaction(emoji: emoji, userIDs: self[place].userIDs + [userID], count: self[place].count + 1)
        } else if count < Self.most {
            reactions.append(Reaction(emoji: emoji, userIDs: [userID], count: 1))
        }
        return reactions
    }

    /// Returns these reactions after a person has taken one back.
    package func removing(_ emoji: String, by userID: UUID) -> [Reaction] {
        compactMap { reaction in
            guard reaction.emoji == emoji, reaction.userIDs.contains(userID) else { return reaction }
            guard reaction.count > 1 else { return nil }
            return Reaction(emoji: emoji, userIDs: reaction.userIDs.filter { $0 != userID }, count: reaction.count - 1)
        }
    }
}

extension Endpoints {
    static let reactions: [any EndpointDeclaration] = [addReaction, removeReaction]

    public static let addReaction = Endpoint<ReactionReference, Comment>(
        "addReaction", .put, "/rooms/{roomID}/comments/{commentID}/reactions/{emoji}", .user, feature: .watch,
        errors: [.invalid, .limitReached, .tooManyRequests], summary: "React to a comment with an emoji.",
        details: "A comment has at most 12 different emoji. In the path, the emoji is percent-encoded.")
    public static let removeReaction = Endpoint<ReactionReference, Comment>(
        "removeReaction", .delete, "/rooms/{roomID}/comments/{commentID}/reactions/{emoji}", .user, feature: .watch,
        errors: [.invalid, .tooManyRequests], summary: "Take back your reaction to a comment.")
}
