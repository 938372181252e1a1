import DavenportAPI
import Foundation

/// Where a page of a list ends: the sort key of its last row, opaque to clients.
///
/// It names a place, not an offset, so rows that come or go meanwhile make a page neither skip nor repeat what stays where it was.
struct Cursor {
    /// The parts of the key, in the list's order.
    let parts: [String]

    init(_ parts: [String]) {
        self.parts = parts
    }

    /// Reads a cursor of so many parts.
    /// - Throws: `invalid` naming `after`.
    init?(_ text: String?, parts count: Int) throws {
        guard let text else { return nil }
        let padded = text.replacing("-", with: "+").replacing("_", with: "/") + String(repeating: "=", count: (4 - text.count % 4) % 4)
        guard let data = Data(base64Encoded: padded), let plain = String(validating: data, as: UTF8.self), plain.isStorable else {
            throw Self.malformed
        }
        parts = plain.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == count else { throw Self.malformed }
    }

    var text: String {
        Data(parts.joined(separator: " ").utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    func integer(_ index: Int) throws -> Int {
        guard let number = Int(parts[index]) else { throw Self.malformed }
        return number
    }

    func uuid(_ index: Int) throws -> UUID {
        guard let uuid = UUID(uuidString: parts[index]) else { throw Self.malformed }
        return uuid
    }

    /// A moment, kept in whole microseconds as PostgreSQL has it.
    func date(_ index: Int) throws -> Date {
        let microseconds = try integer(index)
        guard abs(microseconds) < 253_402_300_800_000_000 else { throw Self.malformed }
        return Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    static func part(_ date: Date) -> String {
        String(Int((date.timeIntervalSince1970 * 1_000_000).rounded()))
    }

    private static let malformed = DomainError.invalid("after", .malformed, "must be the `next` of an earlier answer")
}

extension Page {
    /// The page of at most `limit` items, from a list that was asked for one more to know whether anything follows.
    init(_ items: [Item], limit: Int, cursor: (Item) -> Cursor) {
        let page = Array(items.prefix(limit))
        self.init(items: page, next: items.count > limit ? page.last.map { cursor($0).text } : nil)
    }
}
