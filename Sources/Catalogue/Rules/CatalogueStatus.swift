import Foundation

/// Statistics of the stored answers.
public struct CatalogueStatus: Encodable, Sendable, Equatable {
    /// The statistics of each kind, ordered by name.
    public let kinds: [Kind]
    /// When the provider's pause ends; nil if there is none.
    public let pausedUntil: Date?

    /// Answers of one kind: `tv`, `movie`, `search` or `configuration`.
    public struct Kind: Encodable, Sendable, Equatable {
        public let kind: String
        public let count: Int
        /// The answers fetched within the last day.
        public let young: Int
        /// The things that the provider doesn't know.
        public let unknown: Int
        /// The things that the provider has never answered for.
        public let failed: Int
        /// The size of the answers.
        public let bytes: Int
    }
}
