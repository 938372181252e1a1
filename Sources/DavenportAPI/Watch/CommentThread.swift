/// The comments of one exact second, as they are shown together.
public struct CommentThread: Sendable, Equatable {
    /// From the start of the thing; 0 is the general thread.
    public let seconds: Int
    /// By number, at least one.
    public let comments: [Comment]

    /// Whether it is about the thing as a whole.
    public var isGeneral: Bool { seconds == 0 }
}

extension Sequence<Comment> {
    /// The comments in their threads, by seconds, so that the general one comes first; in a thread by number. In whatever order they come,
    /// and where one comes twice, as two pages may have it, it is taken as it came last.
    public var threads: [CommentThread] {
        let once = Dictionary(map { ($0.id, $0) }) { $1 }.values
        return Dictionary(grouping: once, by: \.seconds).sorted { $0.key < $1.key }.map { seconds, comments in
            CommentThread(seconds: seconds, comments: comments.sorted { $0.number < $1.number })
        }
    }
}
