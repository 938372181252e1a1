/// Values to which a newer server may add: what comes from it and isn't known here is kept as it is (rule 10.11). What a request may
/// have is one of `allCases`.
public protocol OpenEnumeration: RawRepresentable<String>, Codable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Takes any text, as it stands on the wire.
    init(keeping text: String)
}

extension OpenEnumeration {
    /// Nil for what isn't known here.
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    public init(from decoder: any Decoder) throws {
        self.init(keeping: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// As on the wire.
    public var description: String { rawValue }
}
