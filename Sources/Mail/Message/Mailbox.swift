import Foundation

/// A display name with an e-mail address, such as `The Sofa <sofa@example.org>`.
///
/// Neither can contain a line break or another control character, so no name or address adds a line to a mail's header or a
/// command to SMTP.
public struct Mailbox: Sendable, Hashable, CustomStringConvertible {
    /// The name that mail programs show; empty if there is none.
    public let name: String
    /// The address, in the form `local@domain`.
    public let address: String

    /// The maximum number of characters of a name. Longer ones are cut.
    private static let nameLimit = 500

    /// Creates a mailbox; nil if SMTP can't carry the address.
    /// - Parameters:
    ///   - name: any text. Control characters and line breaks become spaces.
    ///   - address: the address, without quotes and comments.
    public init?(name: String = "", address: String) {
        guard AddressSyntax.isAddress(address) else { return nil }
        (self.name, self.address) = (String(name.onOneLine.prefix(Self.nameLimit)), address)
    }

    /// Parses the setting `MAIL_FROM`: an address, or a name with an address in angle brackets.
    /// - Throws: `MailSettingError`, which names the setting.
    public init(setting text: String) throws(MailSettingError) {
        var (name, address) = ("", text.trimmingCharacters(in: .whitespaces))
        if address.hasSuffix(">"), let start = address.lastIndex(of: "<") {
            name = Self.unquoted(address[..<start].trimmingCharacters(in: .whitespaces))
            address = String(address[address.index(after: start)...].dropLast())
        }
        guard address.utf8.allSatisfy({ $0 < 0x80 }), name.onOneLine == name, let mailbox = Mailbox(name: name, address: address) else {
            throw MailSettingError("MAIL_FROM must be an address in ASCII, with a name or without: The Sofa <sofa@example.org>")
        }
        self = mailbox
    }

    /// The mailbox for people, without any encoding.
    public var description: String { name.isEmpty ? address : "\(name) <\(address)>" }

    /// The part of the address behind the `@`.
    public var domain: String { String(address[address.index(after: address.lastIndex(of: "@") ?? address.startIndex)...]) }

    /// Whether the address has a character beyond ASCII, so that only servers with SMTPUTF8 can take it.
    public var needsUTF8: Bool { address.utf8.contains { $0 >= 0x80 } }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast().replacing(/\\(.)/) { $0.1 })
    }
}

/// A value of a setting for mail that can't be used.
public struct MailSettingError: Error, Equatable, CustomStringConvertible {
    /// A sentence without a full stop. It names the setting, and contains no password.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// The syntax of the addresses that Davenport sends to: RFC 5321 without quotes, with the characters of RFC 6531.
private enum AddressSyntax {
    private static let signs = Set("!#$%&'*+-/=?^_`{|}~".unicodeScalars)

    static func isAddress(_ text: String) -> Bool {
        // Scalars, because a combining mark would merge with the `@` before it to one character.
        let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, String(parts[0]).utf8.count <= 64, text.utf8.count <= 254 else { return false }
        return isDotted(parts[0]) { signs.contains($0) } && isDotted(parts[1]) { $0 == "-" || $0 == "_" }
    }

    /// Whether a text has parts of letters, digits and the given signs between its dots, and none is empty.
    private static func isDotted(_ text: Substring.UnicodeScalarView, _ isSign: (Unicode.Scalar) -> Bool) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.allSatisfy { isSign($0) || isLetter($0) }
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case ..<"\u{80}": false
        default: !scalar.properties.isWhitespace && !scalar.isControl && !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character is a control character or ends a line.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension String {
    /// The text on one line: control characters and line breaks are spaces, and there are none at its ends.
    var onOneLine: String {
        let scalars = unicodeScalars.map { $0.isControl ? " " : $0 }
        return String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
    }
}
