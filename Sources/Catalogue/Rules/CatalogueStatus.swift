import Foundation

/// How it stands with what is kept of the catalogue.
public struct CatalogueStatus: Encodable, Sendable, Equatable {
    /// By name.
    public let kinds: [Kind]
    /// Until when the provider wants to be left alone; nil where it may be asked.
    public let pausedUntil: Date?

    /// Answers of one kind: `tv`, `movie`, `search` or `configuration`.
    public struct Kind: Encodable, Sendable, Equatable {
        public let kind: String
        public let count: Int
        /// Fetched within the last day.
        public let young: Int
        /// The provider knows no such thing.
        public let unknown: Int
        /// The provider has never told.
        public let failed: Int
        /// Of the answers.
        public let bytes: Int
    }
}
