/// Validates stored media types for the header `Content-Type`. A user may have chosen a stored type. Only text in the
/// form of a media type becomes a header, because other text could inject another header.
enum MediaType {
    /// Returns the value of `Content-Type` for a stored media type.
    /// - Parameter stored: the type that the database has for the bytes.
    /// - Returns: the same type, or `application/octet-stream` if it is invalid.
    static func header(_ stored: String) -> String {
        let parts = stored.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isType = parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && stored.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return isType ? stored : "application/octet-stream"
    }
}
