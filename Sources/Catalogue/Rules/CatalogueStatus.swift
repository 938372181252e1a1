import Foundation

/// Statistics of the answers that the database stores, for operators.
public struct CatalogueStatus: Encodable, Sendable, Equatable {
    /// The statistics of each kind of answer, sorted by the kind's name.
    public let kinds: [Kind]
    /// When the pause ends that the provider has asked for; nil if there is none.
    public let pausedUntil: Date?
    /// The quotas of downloads that providers have named and not renewed since.
    public let quotas: [Quota]

    /// A provider's quota of downloads.
    public struct Quota: Encodable, Sendable, Equatable {
        public let provider: String
        /// The number of downloads that are left.
        public let remaining: Int
        public let total: Int
        public let renewedAt: Date
    }

    /// The statistics of one kind of answer: `tv`, `movie`, `search` or `configuration`.
    public struct Kind: Encodable, Sendable, Equatable {
        public let kind: String
        public let count: Int
        /// The number of answers that were fetched within the last day.
        public let young: Int
        /// The number of stored answers that say that the provider has no such show, movie or episode.
        public let unknown: Int
        /// The number of requests for which the provider has never given an answer.
        public let failed: Int
        /// The size of all answers of this kind, in bytes.
        public let bytes: Int
    }
}
