/// Why a move is refused. Each is looked at over the whole move before the next (rule 12.6).
public enum RefusalReason: String, Error, Codable, CaseIterable {
    /// Before the move before it, or after the play's end.
    case outOfTime = "out_of_time"
    /// A word of fewer than three faces.
    case tooShort = "too_short"
    case repeatedFace = "repeated_face"
    /// A face that is covered or gone, or a removal of a cubelet without an open face.
    case notOpen = "not_open"
    /// Two faces in a row that have no corner in common.
    case notTouching = "not_touching"
    case notAWord = "not_a_word"
    /// The word was played before in this play, by whatever faces.
    case alreadyPlayed = "already_played"
}

/// The first move that fails.
public struct MoveRefusal: Error, Equatable {
    /// Its number in the play, from 0.
    public let move: Int
    public let reason: RefusalReason

    /// A move by its number in the play, and why it fails.
    public init(move: Int, reason: RefusalReason) {
        (self.move, self.reason) = (move, reason)
    }
}
