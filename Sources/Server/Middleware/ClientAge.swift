import DavenportAPI
import HTTPTypes
import Hummingbird

/// Refuses the requests of clients of Davenport's that are too old to be understood (rules 10.18 and 10.19).
enum ClientAge {
    /// Refuses a request whose client names a version before the oldest that is understood. A request without the header, or with any
    /// other text in it, comes from another client, and is served.
    /// - Throws: the problem `clientTooOld`.
    static func admit(_ request: Request) throws {
        let values = request.headers[values: .davenportClient]
        if values.count == 1, let version = ClientVersion(values[0]), version < .oldestUnderstood { throw Problem(.clientTooOld) }
    }
}

extension HTTPField.Name {
    static let davenportClient = Self(ClientVersion.header)!  // A constant that is a valid name.
}
