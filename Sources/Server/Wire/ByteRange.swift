import DavenportAPI

/// The bytes of a file that a request asks for (RFC 9110, 14.1). Only a single range is supported. For any other
/// `Range` header, the server sends all bytes.
enum ByteRange: Equatable {
    case all
    case some(Range<Int>)
    /// The requested range has no byte of the file.
    case none

    /// Parses a `Range` header.
    /// - Parameters:
    ///   - header: the request's `Range` header; nil if it has none.
    ///   - size: the file's size in bytes.
    init(_ header: String?, of size: Int) {
        guard let bounds = header.flatMap(Self.bounds) else {
            self = .all
            return
        }
        switch bounds {
        case (nil, let count?): self = count > 0 ? .some(max(0, size - count)..<size) : .none
        case (let first?, let last): self = first < size ? .some(first..<min(last ?? size, size - 1) + 1) : .none
        case (nil, nil): self = .all
        }
    }

    /// Parses a single byte range such as `bytes=0-499`. Returns the numbers before and after the hyphen, either of
    /// which may be nil. Returns nil for any other text, and if the end comes before the beginning.
    private static func bounds(_ header: String) -> (Int?, Int?)? {
        let unit = header.utf8.prefix { $0 != UInt8(ascii: "=") }
        guard unit.isWord("bytes"), header.utf8.count > unit.count else { return nil }
        let range = header.utf8.dropFirst(unit.count + 1).trimmed
        guard let hyphen = range.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        let (before, after) = (range[..<hyphen], range[hyphen...].dropFirst())
        let (first, last) = (number(before), number(after))
        guard first != nil || before.isEmpty, last != nil || after.isEmpty, first != nil || last != nil else { return nil }
        if let first, let last, first > last { return nil }
        return (first, last)
    }

    /// Parses a number that consists only of digits; nil for any other text. A number that is too large becomes
    /// `Int.max`.
    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self)) ?? .max
    }
}
