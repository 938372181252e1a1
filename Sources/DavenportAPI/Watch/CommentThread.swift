/// The comments at one exact second of a show or movie, which clients show together.
public struct CommentThread: Sendable, Equatable {
    /// The seconds from the start of the show or movie. It is 0 for the general thread, about the show or movie as a
    /// whole.
    public let seconds: Int
    /// The comments by number; at least one.
    public let comments: [Comment]

    /// Whether this is the general thread, about the show or movie as a whole.
    public var isGeneral: Bool { seconds == 0 }
}

extension Sequence<Comment> {
    /// These comments grouped into threads. Threads are ordered by seconds, so that the general thread comes first, and
    /// comments within a thread by number. The order of the input doesn't matter. If a comment occurs twice, as on two
    /// pages, the last occurrence counts.
    public var threads: [CommentThread] {
        let once = Dictionary(map { ($0.id, $0) }) { $1 }.values
        return Dictionary(grouping: once, by: \.seconds).sorted { $0.key < $1.key }.map { seconds, comments in
            CommentThread(seconds: seconds, comments: comments.sorted { $0.number < $1.number })
        }
    }
}
