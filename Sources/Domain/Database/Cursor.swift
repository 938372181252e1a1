import DavenportAPI
import Foundation
import Secrets
import UUIDText

/// The position at which a page of a list ends: the sort key of its last row. Clients can't read it.
///
/// A cursor is a key instead of an offset. So when rows are added or deleted between two pages, the next page neither
/// skips nor repeats other rows.
package struct Cursor {
    /// The parts of the sort key, in the order of the list's sort columns.
    package let parts: [String]

    /// Makes a cursor from the sort key of a page's last row.
    /// - Parameter parts: the parts of the key, in the order of the list's sort columns. No part may contain a space.
    package init(_ parts: [String]) {
        self.parts = parts
    }

    /// Decodes a cursor that has `count` parts; nil without a text.
    ///
    /// - Throws: `invalid`, naming the field `after`, if the text isn't such a cursor.
    package init?(_ text: String?, parts count: Int) throws {
        guard let text else { return nil }
        guard let bytes = Base64.url.decode(text.utf8), let plain = String(validating: bytes, as: UTF8.self), plain.isStorable else {
            throw Self.malformed
        }
        // Splits the bytes, because a combining mark after a space would hide it from a split by characters.
        parts = plain.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard parts.count == count else { throw Self.malformed }
    }

    /// The encoded cursor, as clients receive it.
    package var text: String {
        Base64.url.encode(Array(parts.joined(separator: " ").utf8))
    }

    /// Returns one part of the key as an integer.
    ///
    /// - Throws: `invalid`, naming the field `after`, if it is no integer in the range.
    package func integer(_ index: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(parts[index]), range.contains(number) else { throw Self.malformed }
        return number
    }

    /// Returns one part of the key as a UUID.
    ///
    /// - Throws: `invalid`, naming the field `after`, if it isn't a UUID.
    package func uuid(_ index: Int) throws -> UUID {
        guard let uuid = UUID(text: parts[index]) else { throw Self.malformed }
        return uuid
    }

    /// Returns one part of the key as a date in the years 1 to 9999. A date is exact to the microsecond, as in
    /// PostgreSQL.
    ///
    /// - Throws: `invalid`, naming the field `after`, if it is no such date.
    package func date(_ index: Int) throws -> Date {
        let seconds = Timestamp.seconds
        let microseconds = try integer(index, in: seconds.lowerBound * 1_000_000...seconds.upperBound * 1_000_000 + 999_999)
        return Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    /// Encodes a date as a part of a sort key. The method `date` of a cursor decodes it.
    package static func part(_ date: Date) -> String {
        String(Timestamp.microseconds(date))
    }

    private static let malformed = Problem.invalid("after", .malformed, "must be the `next` of an earlier answer")
}

extension Page {
    /// Makes a page of at most `limit` items. One more item than `limit` must have been requested: if it exists,
    /// another page follows.
    /// - Parameter cursor: makes the cursor that points behind an item.
    package init(_ items: [Item], limit: Int, cursor: (Item) -> Cursor) {
        let page = Array(items.prefix(limit))
        self.init(items: page, next: items.count > limit ? page.last.map { cursor($0).text } : nil)
    }
}
