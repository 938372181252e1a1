import Domain

extension Allowance {
    /// Counted by the comments themselves, which costs nothing to write (`CommentRepository`).
    package static let comments = Allowance("comments", 60, a: .minute)
    package static let rooms = Allowance("rooms", 300, a: .hour)
}
