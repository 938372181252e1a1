import DavenportAPI
import Foundation
import Secrets
import UUIDText

/// The position where a page of a list ends: the sort key of its last row. It is opaque to clients.
///
/// It is a key and not an offset. Rows that are added or deleted between two pages therefore make neither page skip or
/// repeat other rows.
package struct Cursor {
    /// The parts of the key, in the list's order.
    package let parts: [String]

    /// - Parameter parts: the key of the last row, in the list's order. No part may contain a space.
    package init(_ parts: [String]) {
        self.parts = parts
    }

    /// Reads a cursor that must have `count` parts.
    ///
    /// - Throws: `invalid` naming `after`.
    package init?(_ text: String?, parts count: Int) throws {
        guard let text else { return nil }
        guard let bytes = Base64.url.decode(text.utf8), let plain = String(validating: bytes, as: UTF8.self), plain.isStorable else {
            throw Self.malformed
        }
        // Splits the bytes, because a combining mark after a space would hide it from a split by characters.
        parts = plain.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard parts.count == count else { throw Self.malformed }
    }

    /// The encoded cursor that clients receive.
    package var text: String {
        Base64.url.encode(Array(parts.joined(separator: " ").utf8))
    }

    /// Returns one part of the key as an integer in a range.
    ///
    /// - Throws: `invalid` naming `after`, as the other readers do.
    package func integer(_ index: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(parts[index]), range.contains(number) else { throw Self.malformed }
        return number
    }

    /// Returns one part of the key as a UUID.
    ///
    /// - Throws: `invalid` naming `after`.
    package func uuid(_ index: Int) throws -> UUID {
        guard let uuid = UUID(text: parts[index]) else { throw Self.malformed }
        return uuid
    }

    /// Returns one part of the key as a date in the years 1 to 9999. It is stored in whole microseconds, as PostgreSQL does.
    package func date(_ index: Int) throws -> Date {
        let seconds = Timestamp.seconds
        let microseconds = try integer(index, in: seconds.lowerBound * 1_000_000...seconds.upperBound * 1_000_000 + 999_999)
        return Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    /// Encodes a date as a part of a key, which `date` reads.
    package static func part(_ date: Date) -> String {
        String(Timestamp.microseconds(date))
    }

    private static let malformed = Problem.invalid("after", .malformed, "must be the `next` of an earlier answer")
}

extension Page {
    /// Makes a page of at most `limit` items. The list must have been read with one row more, which shows whether a page follows.
    package init(_ items: [Item], limit: Int, cursor: (Item) -> Cursor) {
        let page = Array(items.prefix(limit))
        self.init(items: page, next: items.count > limit ? page.last.map { cursor($0).text } : nil)
    }
}
