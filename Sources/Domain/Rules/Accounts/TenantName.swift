import DavenportAPI

/// What a tenant may be called (rules 1).
package struct TenantName {
    /// In characters, of which one at least can be seen, and none draws over others.
    package static let length = 1...200

    let text: String

    /// - Throws: `invalid` naming `name`.
    init(_ name: String) throws {
        text = name.trimmed.nfc
        guard Self.length.contains(text.unicodeScalars.count), !text.isBlank else {
            throw Problem.invalid(
                "name", .malformed,
                "must have \(Self.length.words) characters, and one that can be seen")
        }
        do { try text.refuseUnrulyCharacters() } catch { throw Problem.invalid("name", error.code, error.message) }
    }
}
