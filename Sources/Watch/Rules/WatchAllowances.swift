import Domain

extension Allowance {
    /// The number of comments that a user may create per minute. `CommentRepository` counts the rows of comments
    /// themselves, which saves writing a counter.
    package static let comments = Allowance("comments", 60, a: .minute)
    /// The number of rooms that a user may create per hour.
    package static let rooms = Allowance("rooms", 300, a: .hour)
}
