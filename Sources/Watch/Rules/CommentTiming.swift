import DavenportAPI
import Domain

/// Where along the timeline a comment lands (rules 6).
struct CommentTiming {
    let seconds: Int?
    let content: String

    /// A timestamp at the head of the content wins over `seconds` and is cut off, unless the content is literal.
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
