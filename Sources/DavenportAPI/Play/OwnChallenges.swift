import Foundation

/// A challenge of one's own that shall be made.
public struct NewChallenge: IdentifiedInput {
    /// How many friends can be invited in making it.
    public static let friends = 31

    /// Chosen by the client so that a retry doesn't double; the server's choice otherwise.
    public var id: UUID?
    public let mode: PlayMode
    /// Whom to invite; oneself is in it anyway.
    public let friendIDs: [UUID]

    /// A challenge as a program makes it; the limits are those of the API.
    public init(id: UUID? = nil, mode: PlayMode, friendIDs: [UUID] = []) {
        (self.id, self.mode, self.friendIDs) = (id, mode, friendIDs)
    }

    public init(_ fields: inout Fields) {
        id = fields.optional("id", .uuid)
        mode = fields.required("mode", .oneOf(PlayMode.self, placeholder: .timed))
        friendIDs = fields.optional("friendIDs", .uuids(upTo: Self.friends), default: [])
    }
}

/// The code of an own challenge that somebody was given.
public struct ChallengeCodeQuery: Input {
    /// However it is typed, 1 to 100 characters.
    public let code: String

    public init(code: String) {
        self.code = code
    }

    public init(_ fields: inout Fields) {
        code = fields.required("code", .text(1...100))
    }
}

/// An own challenge of mine, and somebody in it or to be in it.
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
        summary: "Make a challenge of my own, alone or with friends.",
        details: "An `id` is good for one challenge ever. UUIDs of version 8 are kept for what the server makes.")
    public static let addPlayer = Endpoint<ChallengePlayerReference, Challenge>(
        "addPlayer", .put, "/challenges/{challengeID}/players/{userID}", .user, feature: .play,
        errors: [.forbidden, .challengeOver, .challengeFull, .unknownUser], summary: "Invite a friend to a challenge that I made.")
    public static let joinChallenge = Endpoint<ChallengeCodeQuery, Challenge>(
        "joinChallenge", .post, "/challenges/join", .user, feature: .play, errors: [.notFound, .challengeFull, .tooManyRequests],
        isIdempotent: true, summary: "Come into a challenge by its code.",
        details: "The code is shown to everybody in it, as `https://HOST/play/CODE`. A wrong one counts as a guess.")
}
