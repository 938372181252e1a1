extension AreaContract {
    /// The contract for communities and the accounts of their members.
    public static let accounts = AreaContract(
        "accounts", isShared: true,
        chapters: [
            Chapter("Community", "The name and the features of the community that a request addresses.", Endpoints.tenant),
            Chapter(
                "Accounts", "Sign-up, login, your own account, and the members of the community.",
                Endpoints.accounts + Endpoints.passwordLinks + Endpoints.emailAddresses + Endpoints.members + Endpoints.avatars),
            Chapter(
                "Passkeys", "Sign-in by fingerprint, face or PIN, and proofs that a person owns their account.", Endpoints.passkeys),
            Chapter("Audit", "What the people who run the community have done, and changes of accounts.", Endpoints.audit),
            Chapter("Feedback", "Messages from members to the people who run the community and develop the software.", Endpoints.feedback),
        ],
        codes: .accounts, unmutableKinds: [.accountLinkMade, .accountPasskeyEnded], changes: [ChangesPart.me], meanings: .accounts)
}

extension NotificationKind {
    /// An admin, an owner or an operator made a link with which the recipient's password can be set.
    public static let accountLinkMade = Self(rawValue: "account.link_made")
    /// A passkey of the recipient was ended, since it may have been copied.
    public static let accountPasskeyEnded = Self(rawValue: "account.passkey_ended")
}
