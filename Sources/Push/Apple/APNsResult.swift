/// The result of sending one push.
public enum APNsResult: Sendable, Hashable {
    /// Apple answered, with any status.
    case answered(APNsAnswer)
    /// The push was sent and no answer arrived, so Apple may or may not have delivered it. The text is what is known
    /// beyond the reason.
    case unanswered(PushReason, String? = nil)
    /// Apple has certainly not processed the push.
    case notSent(PushReason, String? = nil)
}
