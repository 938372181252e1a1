/// The content of one line of the ledger: a request and its outcome.
struct LedgerEntry: Encodable {
    /// The time at which the request was complete, in milliseconds since 1970.
    let at: Int
    let connection: Int
    /// The number of open streams of the connection at that time, this one included.
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
    /// Apple's reason, or the action that replaced a response.
    let reason: String?
    /// The HTTP status; 0 if there was no response.
    let status: Int
}
