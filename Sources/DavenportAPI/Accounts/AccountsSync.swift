extension ChangesPart<Me> {
    /// The caller's account.
    public static var me: Self { .document("me") }
}

extension Changes {
    /// The account as `GET /me` returns it, only if it differs from the last version sent.
    public var me: Me? {
        get { self[.me] }
        set { self[.me] = newValue }
    }
}
