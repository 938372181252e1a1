/// The result of sending one push.
public enum APNsResult: Sendable, Hashable {
    /// Apple answered, with any status.
    case answered(APNsAnswer)
    /// The push was sent and no answer arrived, so Apple may or may not have delivered it. The text is the reason in a
    /// few words.
    case unanswered(String)
    /// Apple has certainly not processed the push. The text is the reason in a few words.
    case notSent(String)
}
