/// How sending one push ended.
public enum APNsResult: Sendable, Hashable {
    /// Apple answered, whatever it said.
    case answered(APNsAnswer)
    /// It was sent and no answer came: Apple may have pushed it or not. The text says why, in a few words.
    case unanswered(String)
    /// Apple has surely not pushed it. The text says why, in a few words.
    case notSent(String)
}
