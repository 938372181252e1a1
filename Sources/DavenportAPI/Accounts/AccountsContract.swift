extension AreaContract {
    /// Communities, and the accounts of their people.
    public static let accounts = AreaContract(
        "accounts", isShared: true,
        chapters: [
            Chapter("Community", "What the community that a request is for is called and does.", Endpoints.tenant),
            Chapter(
                "Accounts", "Signing up, logging in, and what one can change of oneself.",
                Endpoints.accounts + Endpoints.members + Endpoints.avatars),
            Chapter("Feedback", "What people tell whoever runs and makes what they use.", Endpoints.feedback),
        ],
        codes: .accounts, words: .accounts)
}
