import Foundation

/// The data of a challenge that the caller creates.
public struct NewChallenge: IdentifiedInput {
    /// The maximum number of friends that the request that creates a challenge can invite.
    public static let friends = 31

    /// A UUID that the client chooses, so that a retry creates nothing twice. If it is nil, the server chooses one.
    public var id: UUID?
    public let mode: PlayMode
    /// The ids of the friends to invite. The caller always takes part.
    public let friendIDs: [UUID]

    /// Creates the input without checking it; the server enforces the limits.
    public init(id: UUID? = nil, mode: PlayMode, friendIDs: [UUID] = []) {
        (self.id, self.mode, self.friendIDs) = (id, mode, friendIDs)
    }

    public init(_ fields: inout Fields) {
        id = fields.optional("id", .uuid)
        mode = fields.required("mode", .oneOf(PlayMode.self, placeholder: .timed))
        friendIDs = fields.optional("friendIDs", .uuids(upTo: Self.friends), default: [])
    }
}

/// A request to join a member's own challenge by its code.
public struct ChallengeCodeQuery: Input {
    /// The code: 1 to 100 characters. Case and characters between the letters, such as spaces and hyphens, don't
    /// matter.
    public let code: String

    public init(code: String) {
        self.code = code
    }

    public init(_ fields: inout Fields) {
        code = fields.required("code", .text(1...100))
    }
}

/// A reference to a challenge that the caller made, and to a person who is or becomes a player of it.
public struct ChallengePlayerReference: Input {
    public let challengeID: UUID
    public let userID: UUID

    public init(challengeID: UUID, userID: UUID) {
        (self.challengeID, self.userID) = (challengeID, userID)
    }

    public init(_ fields: inout Fields) {
        challengeID = fields.required("challengeID", .uuid)
        userID = fields.required("userID", .uuid)
    }
}

extension Endpoints {
    static let ownChallenges: [any EndpointDeclaration] = [createChallenge, addPlayer, joinChallenge]

    public static let createChallenge = Endpoint<NewChallenge, Created<Challenge>>(
        "createChallenge", .post, "/challenges", .user, feature: .play, success: 201,
        errors: [.unknownUser, .idTaken, .tooManyRequests],
        summary: "Create a challenge of your own, alone or with friends.",
        details: "An `id` can be used for one challenge ever. UUIDs of version 8 are reserved for the server.")
    public static let addPlayer = Endpoint<ChallengePlayerReference, Challenge>(
        "addPlayer", .put, "/challenges/{challengeID}/players/{userID}", .user, feature: .play,
        errors: [.forbidden, .challengeOver, .challengeFull, .unknownUser], summary: "Invite a friend to a challenge that you made.")
    public static let joinChallenge = Endpoint<ChallengeCodeQuery, Challenge>(
        "joinChallenge", .post, "/challenges/join", .user, feature: .play, errors: [.notFound, .challengeFull, .tooManyRequests],
        isIdempotent: true, summary: "Join a challenge by its code.",
        details: "All players see the code, as `https://HOST/play/CODE`. A wrong code counts towards the rate limit of guesses.")
}
