/// The result of sending one push.
public enum APNsResult: Sendable, Hashable {
    /// Apple answered, with any status.
    case answered(APNsAnswer)
    /// The push was sent and no answer arrived, so Apple may have delivered it or not. The text gives the reason in a
    /// few words.
    case unanswered(String)
    /// Apple has certainly not processed the push. The text gives the reason in a few words.
    case notSent(String)
}
