extension Problem.Code {
    /// The challenge has ended, and the caller hadn't started it.
    public static let challengeOver = Self("challenge_over", 409, "The challenge has ended.")
    /// The challenge has the maximum number of players.
    public static let challengeFull = Self("challenge_full", 409, "The challenge is full.")
    /// The caller can't see the results or another person's play yet, because the caller hasn't played the challenge or
    /// is still playing it.
    public static let playFirst = Self("play_first", 409, "Play it first.")
    /// The play is finished, or its time is over.
    public static let playOver = Self("play_over", 409, "The play is over.")
    /// The request's moves don't continue the moves that the server has: a move differs, or earlier moves are missing
    /// on the server.
    public static let movesDiffer = Self("moves_differ", 409, "The server has other moves of this play.")
    /// A move is against the rules. The problem's member `move` is the move's position in the play, and its member
    /// `reason` says why.
    public static let moveRefused = Self("move_refused", 422, "A move is against the rules.")
    /// Another account of the community has registered the purchase.
    public static let entitlementTaken = Self("entitlement_taken", 409, "The purchase belongs to another account.")
    /// The signed App Store transaction is invalid. Only the server's log says why.
    public static let transactionInvalid = Self("transaction_invalid", 422, "The transaction is not valid.")
}

extension Problem {
    /// Returns the problem that a move is against the rules.
    package static func moveRefused(_ refusal: MoveRefusal) -> Problem {
        Problem(
            .moveRefused, detail: "Move \(refusal.move) is refused: \(refusal.reason.rawValue).",
            members: ["move": .integer(refusal.move), "reason": .string(refusal.reason.rawValue)])
    }

    /// The refused move with the reason, if the code is `move_refused`; otherwise nil.
    public var moveRefusal: MoveRefusal? {
        guard case .integer(let move)? = members["move"], let reason = members["reason"]?.text.flatMap(RefusalReason.init) else {
            return nil
        }
        return MoveRefusal(move: move, reason: reason)
    }
}
