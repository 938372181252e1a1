import Foundation

/// One's friends, and who asked whom.
public struct FriendList: Codable, Sendable {
    public let friends: [UserStub]
    /// Who asked me.
    public let incoming: [Request]
    /// Whom I asked.
    public let outgoing: [Request]

    /// Somebody who asked or was asked, and when.
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

/// How it stands between me and somebody after I said "I want us to be friends".
public struct Friendship: Codable, Sendable {
    /// Whether both want it.
    public struct State: OpenEnumeration {
        /// I asked; the other has not yet.
        public static let requested = Self(keeping: "requested")
        /// Both asked.
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

/// A person of the tenant.
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
        "listFriends", .get, "/friends", .user, summary: "My friends, and open requests both ways.")
    public static let befriend = Endpoint<UserReference, Friendship>(
        "befriend", .put, "/friends/{userID}", .user, errors: [.invalid, .tooManyRequests],
        summary: "Ask for friendship, or accept it where the other asked.")
    public static let unfriend = Endpoint<UserReference, NoContent>(
        "unfriend", .delete, "/friends/{userID}", .user, success: 204, summary: "End a friendship, decline or take back a request.")
}
