import DavenportAPI
import Domain

/// Decides at which second of the timeline a comment belongs (rules 6).
struct CommentTiming {
    let seconds: Int?
    let content: String

    /// Takes the second from a timestamp at the beginning of the content, such as "12:34", and removes the timestamp
    /// from the content. If there is no timestamp or `literal` is true, the second is `seconds`.
    init(content: String, seconds: Int?, literal: Bool) {
        if !literal, let cut = TimestampText.cut(content) {
            self.seconds = cut.seconds
            self.content = cut.content
        } else {
            self.seconds = seconds
            self.content = content
        }
    }
}
