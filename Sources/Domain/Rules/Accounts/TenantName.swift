import DavenportAPI

/// The display name of a tenant (rules 1).
package struct TenantName {
    /// The length in characters. At least one must be visible, and none may draw over others.
    package static let length = 1...200

    let text: String

    /// Trims and checks a name.
    ///
    /// - Throws: `invalid` naming `name`.
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
