/// The areas that the API is made of: the one list of them on the wire.
public enum Contracts {
    /// In the order in which the documentation tells them.
    public static let all: [AreaContract] = [.accounts, .people, .watch, .catalogue, .class, .play, .notifications, .sync]
}

extension Endpoints {
    /// Every endpoint of the API, once. The server mounts exactly these.
    public static let all = Contracts.all.endpoints
}

extension Problem.Code {
    /// Every code that the API answers, by status. A newer server may answer others.
    public static let all = Contracts.all.codes
}

extension NotificationKind {
    /// Every kind of notification that there is. A newer server may have others.
    public static let all = Contracts.all.kinds
}
