/// The reason why a move is refused. If several apply, the first in the order of the cases is reported (rule 12.6).
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

/// The refusal of the first invalid move in a request, with the reason.
public struct MoveRefusal: Error, Equatable {
    /// The position of the refused move in the play, counted from 0.
    public let move: Int
    public let reason: RefusalReason

    /// Creates a refusal from the move's position in the play, counted from 0, and the reason.
    public init(move: Int, reason: RefusalReason) {
        (self.move, self.reason) = (move, reason)
    }
}
