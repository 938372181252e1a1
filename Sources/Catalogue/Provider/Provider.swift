import Foundation

/// The provider of catalogue data, as functions that tests can replace.
struct Provider: Sendable {
    /// The name under which the pauses are stored that the provider asks for.
    let name: String
    /// Sends one request to the provider and returns its reply.
    /// - Throws: `ProviderFault` if there is no usable reply.
    let ask: @Sendable (ProviderRequest) async throws -> ProviderReply
    /// Cancels the requests in progress and closes the connections.
    let close: @Sendable () async -> Void
    /// The language of the provider's answers, such as `en-US`. Answers are stored by language, and one in another
    /// language is never returned.
    let language: String
    /// Whether answers have the addresses of the provider's pictures.
    var hasPictures = false
    var limits = ProviderLimiter.Limits()
}

/// The reply of the provider to one request.
enum ProviderReply: Sendable {
    /// The show, movie, episode, season or search result as JSON.
    case found([UInt8])
    /// The provider has nothing under the requested id.
    case unknown
    /// The provider asks for a pause of this number of seconds before the next request.
    case throttled(seconds: Int)
    /// The provider failed, but a retry may succeed at once.
    case failing
    /// The same as another reply, or as a fault, but the provider counted a download for it. The quota is what it said
    /// then; nil if it didn't say how many are left.
    indirect case charged(Result<ProviderReply, ProviderFault>, ProviderQuota?)
}

/// The reason why a request to the provider gave no usable reply. Its description contains neither the address nor the
/// key.
struct ProviderFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
