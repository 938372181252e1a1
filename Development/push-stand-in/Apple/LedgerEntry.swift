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
}
