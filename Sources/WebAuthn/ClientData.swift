import Secrets
import UntrustedText

/// Reads the data that a browser collects, before they are verified.
public enum ClientData {
    /// Returns the challenge that the client's data claim to answer, so that the caller finds it among its own before it verifies the data.
    /// Returns nil if the data can't be read.
    public static func challenge(of clientDataJSON: [UInt8]) -> [UInt8]? {
        guard clientDataJSON.count <= PasskeyLimits.clientDataJSON, let data = try? CollectedClientData(clientDataJSON) else { return nil }
        return Base64.url.decode(data.challenge.utf8)
    }
}

/// The fields of `CollectedClientData` (section 5.8.1) that are verified. All others are ignored, among them `tokenBinding`.
struct CollectedClientData: Decodable {
    let type: String
    let challenge: String
    let origin: String
    let crossOrigin: Bool?
    let topOrigin: String?

    /// The maximum number of JSON values. Browsers write five, and may add more (section 5.8.1).
    private static let values = 100

    /// - Throws: `JSONSyntax.Fault`, or `DecodingError` for JSON without these fields.
    init(_ json: [UInt8]) throws {
        self = try Self(untrustedJSON: json, values: Self.values)
    }
}
