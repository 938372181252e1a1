import Foundation

/// Who knows what there is to watch: the edge to the world, which tests may exchange.
struct Provider: Sendable {
    /// Asks for one thing.
    /// - Throws: `ProviderFault` where it says nothing that can be used.
    let ask: @Sendable (ProviderRequest) async throws -> ProviderReply
    /// Ends what is under way, and lets go of connections.
    let close: @Sendable () async -> Void
    /// In which answers come, as `en-US`: what is kept in one is no answer in another.
    let language: String
}

/// What the provider says.
enum ProviderReply: Sendable {
    /// The thing, in its JSON.
    case found([UInt8])
    /// There is no such thing.
    case unknown
    /// Not for so many seconds.
    case throttled(seconds: Int)
    /// It failed, and may do better at once.
    case failing
}

/// Why nothing came of asking. It names neither address nor key.
struct ProviderFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
