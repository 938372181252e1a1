/// An enumeration to which a newer server may add values. A client keeps an unknown value from the server unchanged
/// (rule 10.11). A request may contain only known values (`allCases`).
public protocol OpenEnumeration: RawRepresentable<String>, Codable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Creates a value from any text in JSON, known or unknown.
    init(keeping text: String)
}

extension OpenEnumeration {
    /// Creates a known value; nil for an unknown text.
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

    /// The value's text in JSON.
    public var description: String { rawValue }
}
