import Foundation

/// The interface to the provider of catalogue data, which tests can replace.
struct Provider: Sendable {
    /// Sends one request.
    /// - Throws: `ProviderFault` if there is no usable answer.
    let ask: @Sendable (ProviderRequest) async throws -> ProviderReply
    /// Cancels the requests in progress and closes the connections.
    let close: @Sendable () async -> Void
    /// The language of answers, like `en-US`. An answer in one language is never used for another.
    let language: String
}

/// The provider's reply to a request.
enum ProviderReply: Sendable {
    /// The JSON of the thing.
    case found([UInt8])
    /// The provider knows no such thing.
    case unknown
    /// The provider asks for a pause of this number of seconds.
    case throttled(seconds: Int)
    /// The provider failed; an immediate retry may succeed.
    case failing
}

/// Why a request to the provider failed. The description contains neither address nor key.
struct ProviderFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
