import DavenportAPI
import Domain

/// Decides at which second of the timeline a comment belongs (rules 6).
struct CommentTiming {
    let seconds: Int?
    let content: String

    /// Cuts a timestamp off the head of the content, unless the content is literal. The timestamp takes precedence over
    /// `seconds`.
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
