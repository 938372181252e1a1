import Foundation

/// Somebody's play of a challenge: the letters, and what they made of them.
public struct Play: Codable, Sendable, Equatable {
    public let id: UUID
    public let challengeID: UUID
    public let user: UserStub
    public let mode: PlayMode
    public let startedAt: Date
    public let endsAt: Date
    /// Whether it is finished, or its time is over and what the network was given for it.
    public let over: Bool
    public let overAt: Date?
    /// Milliseconds since the start by the server's clock, while it runs.
    public let elapsed: Int?
    /// Of the 81 faces by number.
    public let letters: String
    public let language: String
    /// The list that moves are judged by.
    public let wordListID: String
    public let moves: [PlayedMove]
    public let score: Int
    /// Told once the challenge is open to whoever asks; nil without a word.
    public let rank: Int?
    /// True where it counts nowhere any more, since somebody who runs the community struck it; nil otherwise.
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

/// One play.
public struct PlayReference: Input {
    public let playID: UUID

    public init(playID: UUID) {
        self.playID = playID
    }

    public init(_ fields: inout Fields) {
        playID = fields.required("playID", .uuid)
    }
}

/// Moves of a play, from one number on, and whether they are the last.
public struct NewMoves: Input {
    public let playID: UUID
    /// The number of the first of these moves in the play.
    public let from: Int
    /// Those that the server has already must be the same.
    public let moves: [Move]
    /// Whether the play is finished with them, which can't be taken back.
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
    /// A list of faces by number; what is wrong with them as a word is the game's to say.
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
        isIdempotent: true, summary: "Add moves to my play, and finish it.",
        details: "All of them are taken or none. What the server has already must be the same, so that sending again adds nothing twice.")
    public static let showPlay = Endpoint<PlayReference, Play>(
        "showPlay", .get, "/plays/{playID}", .user, feature: .play,
        summary: "A play of mine, or one of a challenge that is open to me.",
        details: "A challenge is open to whom played it to the end and, once it has ended, to whom never started.")
    public static let strikePlay = Endpoint<PlayReference, NoContent>(
        "strikePlay", .delete, "/plays/{playID}", .roles([.admin, .owner]), feature: .play, success: 204, errors: [.playFirst],
        summary: "Strike a play of a challenge that is open to me.",
        details: """
            It is over, counts nowhere any more, and stays with its player alone, who has no second. Also one whose player is nameless to me.
            """)
}
