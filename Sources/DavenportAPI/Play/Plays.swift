import Foundation

/// A person's play of a challenge: the letters, and the moves made with them.
public struct Play: Codable, Sendable, Equatable {
    public let id: UUID
    public let challengeID: UUID
    public let user: UserStub
    public let mode: PlayMode
    public let startedAt: Date
    public let endsAt: Date
    /// Whether the play is over: it was finished, or its time has ended and the 15 seconds for slow networks have
    /// passed.
    public let over: Bool
    public let overAt: Date?
    /// The milliseconds since the start by the server's clock; nil when the play is over.
    public let elapsed: Int?
    /// The letters of the 81 faces, by face number.
    public let letters: String
    public let language: String
    /// The id of the word list that decides which words are valid.
    public let wordListID: String
    public let moves: [PlayedMove]
    public let score: Int
    /// The rank among the plays of the challenge. It is nil until the challenge's results are open to the caller, and
    /// if the play has no word.
    public let rank: Int?
    /// True if an admin or owner of the community struck the play, so that it no longer counts; nil otherwise.
    public let struck: Bool?

    public init(
        id: UUID, challengeID: UUID, user: UserStub, mode: PlayMode, startedAt: Date, endsAt: Date, over: Bool, overAt: Date?,
        elapsed: Int?, letters: String, language: String, wordListID: String, moves: [PlayedMove], score: Int, rank: Int?, struck: Bool?
    ) {
        (self.id, self.challengeID, self.user, self.mode) = (id, challengeID, user, mode)
        (self.startedAt, self.endsAt, self.over, self.overAt, self.elapsed) = (startedAt, endsAt, over, overAt, elapsed)
        (self.letters, self.language, self.wordListID) = (letters, language, wordListID)
        (self.moves, self.score, self.rank, self.struck) = (moves, score, rank, struck)
    }
}

/// A reference to a play.
public struct PlayReference: Input {
    public let playID: UUID

    public init(playID: UUID) {
        self.playID = playID
    }

    public init(_ fields: inout Fields) {
        playID = fields.required("playID", .uuid)
    }
}

/// A request that adds a sequence of moves to a play.
public struct NewMoves: Input {
    public let playID: UUID
    /// The position in the play of the first move in `moves`, counted from 0.
    public let from: Int
    /// The moves in order. A move that the server already has must be the same as on the server.
    public let moves: [Move]
    /// Whether the play is finished after these moves. Finishing can't be undone.
    public let finish: Bool

    public init(playID: UUID, from: Int = 0, moves: [Move] = [], finish: Bool = false) {
        (self.playID, self.from, self.moves, self.finish) = (playID, from, moves, finish)
    }

    public init(_ fields: inout Fields) {
        playID = fields.required("playID", .uuid)
        from = fields.optional("from", .integer(0...Game.longest), default: 0)
        moves = fields.required("moves", listOf: Move.self, upTo: Game.longest)
        finish = fields.optional("finish", .boolean, default: false)
    }
}

extension Move: Input {
    public init(_ fields: inout Fields) {
        let at = fields.required("at", .integer(0...9_007_199_254_740_991))
        let faces = fields.optional("faces", .faces)
        let cubelet = fields.optional("cubelet", .cubelet)
        if !fields.hasFaults, (faces == nil) == (cubelet == nil) {
            fields.record("faces", .notAllowed, "must be given unless there is a cubelet, and not beside one")
        }
        if let cubelet { self.init(at: at, cubelet: cubelet) } else { self.init(at: at, faces: faces ?? []) }
    }
}

extension FieldType<[Face]> {
    /// A list of faces by number. Whether the faces can make a word is checked later, by the game.
    static var faces: Self {
        let most = Face.all.count
        let schema: @Sendable () -> JSONValue = { .list(of: .integer(Face.numbers), upTo: most) }
        return FieldType<[Int]>.primitive([], "must be a list of whole numbers", schema: schema) { _ in nil }
            .map([], schema: schema) { numbers throws(FieldReason) in
                guard numbers.count <= most else { throw FieldReason(.tooLong, "must hold at most \(most) faces") }
                let faces = numbers.compactMap { Face($0) }
                guard faces.count == numbers.count else { throw FieldReason(.outOfRange, "must hold numbers from \(Face.numbers.words)") }
                return faces
            }
    }
}

extension FieldType<Cubelet> {
    /// A cubelet by its number.
    static var cubelet: Self {
        FieldType<Int>.integer(Cubelet.numbers).map(Cubelet.all[0], schema: { .integer(Cubelet.numbers) }) { number throws(FieldReason) in
            guard let cubelet = Cubelet(number) else { throw FieldReason(.outOfRange, "must be from \(Cubelet.numbers.words)") }
            return cubelet
        }
    }
}

extension Face: SingleValue {
    static var schema: JSONValue { .integer(numbers) }
    static var placeholder: Face { all[0] }
}

extension Cubelet: SingleValue {
    static var schema: JSONValue { .integer(numbers) }
    static var placeholder: Cubelet { all[0] }
}

extension Endpoints {
    public static let sendMoves = Endpoint<NewMoves, Play>(
        "sendMoves", .post, "/plays/{playID}/moves", .user, feature: .play, errors: [.playOver, .movesDiffer, .moveRefused],
        isIdempotent: true, summary: "Add moves to your play, or finish it.",
        details: """
            The server accepts all of the moves or none. Moves that it has already must be the same, so that a retry adds nothing twice.
            """)
    public static let showPlay = Endpoint<PlayReference, Play>(
        "showPlay", .get, "/plays/{playID}", .user, feature: .play,
        summary: "Retrieve one of your plays, or one of a challenge that is open to you.",
        details: "A challenge is open to you once your play is over or, if you never started, once it has ended.")
    public static let strikePlay = Endpoint<PlayReference, NoContent>(
        "strikePlay", .delete, "/plays/{playID}", .roles([.admin, .owner]), feature: .play, success: 204, errors: [.playFirst],
        summary: "Strike a play of a challenge that is open to you.",
        details: """
            The play is over and no longer counts anywhere. Only its player still sees it, and can't play again. You may also strike a \
            play whose player's name you can't see.
            """)
}
