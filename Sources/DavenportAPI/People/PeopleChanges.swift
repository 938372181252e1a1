extension ChangesPart<FriendList> {
    /// The caller's friends and requests.
    public static var friends: Self { .document("friends") }
}

extension ChangesPart<Items<UserStub>> {
    /// The people that the caller blocks.
    public static var blocks: Self { .document("blocks") }
}

extension ChangesPart<Mutes> {
    /// The people and words that the caller mutes.
    public static var mutes: Self { .document("mutes") }
}

extension Changes {
    /// The answer of `GET /friends`, only if it differs from the last version sent.
    public var friends: FriendList? {
        get { self[.friends] }
        set { self[.friends] = newValue }
    }

    /// The answer of `GET /blocks`, only if it differs from the last version sent.
    public var blocks: Items<UserStub>? {
        get { self[.blocks] }
        set { self[.blocks] = newValue }
    }

    /// The answer of `GET /me/mutes`, only if it differs from the last version sent.
    public var mutes: Mutes? {
        get { self[.mutes] }
        set { self[.mutes] = newValue }
    }
}
