/// The list of the areas that make up the API.
public enum Contracts {
    /// All areas, in the order of the documentation.
    public static let all: [AreaContract] = [.accounts, .people, .watch, .catalogue, .class, .play, .notifications, .sync]
}

extension Endpoints {
    /// Every endpoint of the API, once. The server mounts exactly these.
    public static let all = Contracts.all.endpoints
}

extension Problem.Code {
    /// Every problem code of the API, by status. A newer server may have others.
    public static let all = Contracts.all.codes
}

extension NotificationKind {
    /// Every kind of notification. A newer server may have others.
    public static let all = Contracts.all.kinds
}
