import Foundation

/// One line of the log of requests: a request and its outcome.
struct LedgerEntry: Encodable {
    /// The time at which the request had completely arrived, in milliseconds since 1970.
    let at: Int
    let connection: Int
    /// The number of streams of the connection that were open when the request arrived, including its own.
    let open: Int
    let team: String?
    let key: String?
    let iat: Int?
    let id: String?
    let device: String
    let collapseID: String?
    let priority: String?
    let pushType: String?
    let topic: String?
    let expiration: String?
    let size: Int
    /// Apple's reason for a refusal, or the action of the rule that replaced the response; nil if the push was
    /// accepted.
    let reason: String?
    /// The HTTP status; 0 if there was no response.
    let status: Int

    init(
        _ request: PushRequest, connection: Int, open: Int, _ token: ProviderTokens.Token?, size: Int, status: Int, reason: String?
    ) {
        at = Int(Date().timeIntervalSince1970 * 1000)
        (self.connection, self.open, self.size, self.status, self.reason) = (connection, open, size, status, reason)
        (team, key, iat) = (token?.team, token?.key, token?.issuedAt)
        (id, device, collapseID) = (request["apns-id"], String(request.device), request["apns-collapse-id"])
        (priority, pushType) = (request["apns-priority"], request["apns-push-type"])
        (topic, expiration) = (request["apns-topic"], request["apns-expiration"])
    }
}
