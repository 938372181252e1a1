import DavenportAPI

/// The name of a tenant that people see (rule 1.1).
package struct TenantName {
    /// The allowed length, in characters. At least one character must be visible, and none may be drawn over its
    /// neighbours.
    package static let length = 1...200

    let text: String

    /// Trims a name and checks it.
    ///
    /// - Throws: `invalid`, naming `name`.
    init(_ name: String) throws {
        text = name.trimmed.nfc
        guard Self.length.contains(text.unicodeScalars.count), !text.isBlank else {
            throw Problem.invalid(
                "name", .malformed,
                "must have \(Self.length.words) characters, and one that can be seen")
        }
        do { try text.refuseLayoutBreakingCharacters() } catch { throw Problem.invalid("name", error.code, error.message) }
    }
}
