extension Problem.Code {
    /// The challenge has ended, and the caller had not started.
    public static let challengeOver = Self("challenge_over", 409, "The challenge has ended.")
    /// The challenge has as many people in it as there may be.
    public static let challengeFull = Self("challenge_full", 409, "The challenge is full.")
    /// The challenge isn't open to the caller: they have yet to play it, or are playing.
    public static let playFirst = Self("play_first", 409, "Play it first.")
    /// The play is finished, or its time is over.
    public static let playOver = Self("play_over", 409, "The play is over.")
    /// The server has other moves, or fewer.
    public static let movesDiffer = Self("moves_differ", 409, "The server has other moves of this play.")
    /// A move is against the rules: `move` is its number in the play, `reason` says why.
    public static let moveRefused = Self("move_refused", 422, "A move is against the rules.")
    /// Somebody else here has shown it before.
    public static let entitlementTaken = Self("entitlement_taken", 409, "It belongs to another account.")
    /// It isn't told what is wrong with it; the server's log says so.
    public static let transactionInvalid = Self("transaction_invalid", 422, "The transaction is not valid.")
}

extension Problem {
    /// The first move that is against the rules.
    package static func moveRefused(_ refusal: MoveRefusal) -> Problem {
        Problem(
            .moveRefused, detail: "Move \(refusal.move) is refused: \(refusal.reason.rawValue).",
            members: ["move": .integer(refusal.move), "reason": .string(refusal.reason.rawValue)])
    }

    /// Which move was refused and why, with `moveRefused`.
    public var moveRefusal: MoveRefusal? {
        guard case .integer(let move)? = members["move"], let reason = members["reason"]?.text.flatMap(RefusalReason.init) else {
            return nil
        }
        return MoveRefusal(move: move, reason: reason)
    }
}
