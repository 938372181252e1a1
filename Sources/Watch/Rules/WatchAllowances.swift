import Domain

extension Allowance {
    /// The number of comments that a user may create per minute (rule 20.9). Unlike other things, comments aren't counted
    /// in a counter: `CommentRepository` counts the rows of the user's recent comments.
    package static let comments = Allowance("comments", 60, a: .minute)
    /// The number of times that a user may edit a comment per minute (rule 20.9).
    package static let edits = Allowance("edits", 60, a: .minute)
    /// The number of times per minute that a user may say how far they watched or read, in all rooms together (rule 20.9).
    package static let marks = Allowance("marks", 240, a: .minute)
    /// The number of events that a user's players may send per minute (rule 20.9).
    package static let playerEvents = Allowance("playerEvents", 240, a: .minute)
    /// The number of reactions that a user may add and take back per minute (rule 20.9).
    package static let reactions = Allowance("reactions", 60, a: .minute)
    /// The number of tracks of subtitles that a user may set per hour (rule 20.9).
    package static let subtitles = Allowance("subtitles", 60, a: .hour)
    /// The number of rooms that a user may create per hour (rule 20.9).
    package static let rooms = Allowance("rooms", 300, a: .hour)
    /// The number of times that a user may ask to join rooms per day (rule 5.18).
    package static let roomRequests = Allowance("roomRequests", 20, a: .day)
    /// The number of things that a user may bring along from another service per day (rule 25.7).
    package static let history = Allowance("history", 20_000, a: .day)
}
