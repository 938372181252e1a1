/// The list of the areas that make up the API.
public enum Contracts {
    /// All areas, in the order of the documentation.
    public static let all: [AreaContract] = [
        .accounts, .people, .moderation, .watch, .catalogue, .class, .files, .play, .integrations, .notifications, .sync,
    ]
}

extension Endpoints {
    /// All endpoints of the API, each once. The server mounts exactly the endpoints in this list.
    public static let all = Contracts.all.endpoints
}

extension Problem.Code {
    /// All problem codes of the API, by status. A newer server may have other codes.
    public static let all = Contracts.all.codes
}

extension NotificationKind {
    /// All kinds of notifications. A newer server may have other kinds.
    public static let all = Contracts.all.kinds
}
