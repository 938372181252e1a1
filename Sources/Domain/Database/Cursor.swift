import DavenportAPI
import Foundation
import Secrets
import UUIDText

/// Where a page of a list ends: the sort key of its last row, opaque to clients.
///
/// It names a place, not an offset, so rows that come or go meanwhile make a page neither skip nor repeat what stays where it was.
package struct Cursor {
    /// The parts of the key, in the list's order.
    package let parts: [String]

    /// - Parameter parts: of the last row's key, in the list's order; none has a space in it.
    package init(_ parts: [String]) {
        self.parts = parts
    }

    /// Reads a cursor of so many parts.
    /// - Throws: `invalid` naming `after`.
    package init?(_ text: String?, parts count: Int) throws {
        guard let text else { return nil }
        guard let bytes = Base64.url.decode(text.utf8), let plain = String(validating: bytes, as: UTF8.self), plain.isStorable else {
            throw Self.malformed
        }
        // By bytes: a combining mark behind the space must not hide it.
        parts = plain.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard parts.count == count else { throw Self.malformed }
    }

    /// As clients are given it.
    package var text: String {
        Base64.url.encode(Array(parts.joined(separator: " ").utf8))
    }

    /// A number that the list can have in this place.
    package func integer(_ index: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(parts[index]), range.contains(number) else { throw Self.malformed }
        return number
    }

    /// An id.
    /// - Throws: `invalid` naming `after`, as for each of the parts.
    package func uuid(_ index: Int) throws -> UUID {
        guard let uuid = UUID(text: parts[index]) else { throw Self.malformed }
        return uuid
    }

    /// A moment of the years 1 to 9999, kept in whole microseconds as PostgreSQL has it.
    package func date(_ index: Int) throws -> Date {
        let seconds = Timestamp.seconds
        let microseconds = try integer(index, in: seconds.lowerBound * 1_000_000...seconds.upperBound * 1_000_000 + 999_999)
        return Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    /// How a moment stands in the key: as `date` reads it.
    package static func part(_ date: Date) -> String {
        String(Timestamp.microseconds(date))
    }

    private static let malformed = Problem.invalid("after", .malformed, "must be the `next` of an earlier answer")
}

extension Page {
    /// The page of at most `limit` items, from a list that was asked for one more to know whether anything follows.
    package init(_ items: [Item], limit: Int, cursor: (Item) -> Cursor) {
        let page = Array(items.prefix(limit))
        self.init(items: page, next: items.count > limit ? page.last.map { cursor($0).text } : nil)
    }
}
