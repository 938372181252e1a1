import Foundation

/// The caller's friends and the open friend requests in both directions.
public struct FriendList: Codable, Sendable {
    public let friends: [UserStub]
    /// The people who sent the caller a friend request.
    public let incoming: [Request]
    /// The people who received a friend request from the caller.
    public let outgoing: [Request]

    /// An open friend request between the caller and the other person.
    public struct Request: Codable, Sendable {
        public let user: UserStub
        public let requestedAt: Date

        public init(user: UserStub, requestedAt: Date) {
            self.user = user
            self.requestedAt = requestedAt
        }
    }

    public init(friends: [UserStub], incoming: [Request], outgoing: [Request]) {
        self.friends = friends
        self.incoming = incoming
        self.outgoing = outgoing
    }
}

/// The answer to the caller's request to be friends with another person: the state between the two.
public struct Friendship: Codable, Sendable {
    /// Whether only the caller or both people have asked.
    public struct State: OpenEnumeration {
        /// The caller asked, and the other person hasn't asked yet.
        public static let requested = Self(keeping: "requested")
        /// Both people asked, so they are friends.
        public static let friends = Self(keeping: "friends")

        public static let allCases = [requested, friends]

        public let rawValue: String

        public init(keeping text: String) { rawValue = text }
    }

    public let state: State

    public init(state: State) {
        self.state = state
    }
}

/// A reference to a user of the caller's tenant.
public struct UserReference: Input {
    public let userID: UUID

    public init(userID: UUID) {
        self.userID = userID
    }

    public init(_ fields: inout Fields) {
        userID = fields.required("userID", .uuid)
    }
}

extension Endpoints {
    static let friends: [any EndpointDeclaration] = [listFriends, befriend, unfriend]

    public static let listFriends = Endpoint<NoInput, FriendList>(
        "listFriends", .get, "/friends", .user, summary: "List your friends and the open requests in both directions.")
    public static let befriend = Endpoint<UserReference, Friendship>(
        "befriend", .put, "/friends/{userID}", .user, errors: [.invalid, .tooManyRequests],
        summary: "Send a friend request, or accept the other person's.")
    public static let unfriend = Endpoint<UserReference, NoContent>(
        "unfriend", .delete, "/friends/{userID}", .user, success: 204, summary: "End a friendship, or decline or withdraw a request.")
}
