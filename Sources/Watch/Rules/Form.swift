import Foundation

/// Finds a field in a form (`multipart/form-data`, RFC 7578 and RFC 2046, 5.1).
///
/// The form's own lines name its boundary, so the header `Content-Type`, which repeats it, isn't needed. A correct sender
/// may write text before the first and after the last boundary, and spaces after each. Parts come in any order, and some
/// have no headers. Headers and parameters have any case, and are folded over lines. A name is a token, quoted with
/// escapes, or encoded (`name*`). An encoding of a part's content is deprecated (RFC 7578, 4.7) and isn't decoded.
enum Form {
    /// How many lines are tried as the first boundary. A text before it may contain lines that begin as one does.
    private static let candidates = 8
    /// The most bytes of a boundary (RFC 2046, 5.1.1), and of the two hyphens before it.
    private static let longestBoundary = 70 + hyphens.count
    private static let hyphens = Array("--".utf8)

    /// Returns the content of the first part with one of the names; nil if the bytes aren't a form or have no such part.
    static func content(of names: Set<String>, in body: [UInt8]) -> [UInt8]? {
        let lines = Lines(bytes: body[...])
        var (start, tried) = (body.startIndex, 0)
        while tried < candidates, let line = lines.next(from: start) {
            if let boundary = boundary(body[line.range]) {
                tried += 1
                if let content = content(of: names, in: lines, from: line.next, boundary) { return Array(content) }
            }
            start = line.next
        }
        return nil
    }

    /// Returns the boundary, with its hyphens, if a line may be the first one with it.
    private static func boundary(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.starts(with: hyphens) else { return nil }
        let boundary = line.withoutPadding
        return hyphens.count + 1...longestBoundary ~= boundary.count ? boundary : nil
    }

    /// Returns the content of the wanted part. It is nil without one, and if the last boundary is missing, because then the
    /// form may be cut off.
    private static func content(
        of names: Set<String>, in lines: Lines, from start: Int, _ boundary: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        var (found, part, position): (ArraySlice<UInt8>?, Int, Int) = (nil, start, start)
        while let line = lines.next(from: position) {
            position = line.next
            let text = lines.bytes[line.range]
            guard text.starts(with: boundary) else { continue }
            let rest = text.dropFirst(boundary.count)
            let isEnd = rest.starts(with: hyphens) && rest.dropFirst(hyphens.count).withoutPadding.isEmpty
            guard isEnd || rest.withoutPadding.isEmpty else { continue }
            // The line break before a boundary belongs to the boundary.
            let end = max(part, line.range.lowerBound - Lines.lineBreak.count)
            if found == nil { found = content(of: names, in: Lines(bytes: lines.bytes[part..<end])) }
            if isEnd { return found }
            part = line.next
        }
        return nil
    }

    /// Returns the content of a part if it has one of the names.
    private static func content(of names: Set<String>, in part: Lines) -> ArraySlice<UInt8>? {
        var (position, header, isWanted) = (part.bytes.startIndex, ArraySlice<UInt8>(), false)
        while let line = part.next(from: position) {
            let text = part.bytes[line.range]
            position = line.next
            if text.first.map({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) == true {
                header += text
                continue
            }
            if let name = FormHeader.name(in: header), names.contains(name) { isWanted = true }
            if text.isEmpty { return isWanted ? part.bytes[position...] : nil }
            header = text
        }
        return nil
    }
}

/// The lines of bytes, which end with a carriage return and a line feed.
private struct Lines {
    static let lineBreak = Array("\r\n".utf8)
    let bytes: ArraySlice<UInt8>

    /// Returns the line at a position and the position after it; nil at the end. The last line may have no end.
    func next(from start: Int) -> (range: Range<Int>, next: Int)? {
        guard start < bytes.endIndex else { return nil }
        var end = start
        while let feed = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) {
            if feed > start, bytes[feed - 1] == UInt8(ascii: "\r") { return (start..<feed - 1, feed + 1) }
            end = feed + 1
        }
        return (start..<bytes.endIndex, bytes.endIndex)
    }
}

/// The header `Content-Disposition` of a part (RFC 2183, and RFC 7578, 4.2).
private enum FormHeader {
    /// Returns the parameter `name`; nil if the header is another one or has none.
    static func name(in header: ArraySlice<UInt8>) -> String? {
        guard let colon = header.firstIndex(of: UInt8(ascii: ":")), text(header[..<colon]).lowercased() == "content-disposition" else {
            return nil
        }
        var rest = header[header.index(after: colon)...]
        guard text(rest.removePrefix(upTo: ";")).lowercased() == "form-data" else { return nil }
        while !rest.isEmpty {
            let key = text(rest.removePrefix(upTo: "=")).lowercased()
            let value = value(from: &rest)
            if key == "name" { return value }
            if key == "name*" { return value.split(separator: "'").last?.removingPercentEncoding }
        }
        return nil
    }

    /// Reads a token or a quoted string, and the semicolon after it.
    private static func value(from rest: inout ArraySlice<UInt8>) -> String {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard rest.first == UInt8(ascii: "\"") else { return text(rest.removePrefix(upTo: ";")) }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        _ = rest.removePrefix(upTo: ";")
        return String(decoding: value, as: UTF8.self)
    }

    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes), as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without spaces and tabs at their end.
    fileprivate var withoutPadding: ArraySlice<UInt8> {
        let last = lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return last.map { self[startIndex...$0] } ?? []
    }

    /// Removes and returns the bytes before a sign, and removes the sign too.
    fileprivate mutating func removePrefix(upTo sign: Unicode.Scalar) -> ArraySlice<UInt8> {
        let end = firstIndex(of: UInt8(ascii: sign)) ?? endIndex
        defer { self = self[end...].dropFirst() }
        return self[..<end]
    }
}
