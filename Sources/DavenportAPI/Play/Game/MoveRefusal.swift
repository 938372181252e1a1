/// The reason why a move is refused. The reasons are checked in this order, each for the whole move before the next
/// (rule 12.6).
public enum RefusalReason: String, Error, Codable, CaseIterable {
    /// The move's time is before the previous move's, or after the play's end.
    case outOfTime = "out_of_time"
    /// The word has fewer than three faces.
    case tooShort = "too_short"
    case repeatedFace = "repeated_face"
    /// A face is covered or gone, or the removed cubelet has no open face.
    case notOpen = "not_open"
    /// Two consecutive faces share no corner.
    case notTouching = "not_touching"
    case notAWord = "not_a_word"
    /// The play already has this word, with the same or other faces.
    case alreadyPlayed = "already_played"
}

/// The first invalid move of a request, and why it is refused.
public struct MoveRefusal: Error, Equatable {
    /// The move's number in the play, from 0.
    public let move: Int
    public let reason: RefusalReason

    /// Creates a refusal from the move's number in the play and the reason.
    public init(move: Int, reason: RefusalReason) {
        (self.move, self.reason) = (move, reason)
    }
}
