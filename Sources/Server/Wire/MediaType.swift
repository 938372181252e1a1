/// Validates stored media types for `Content-Type`. A user may have chosen a stored type, so only text in the form of
/// a type becomes a header. Otherwise a type could inject another header.
enum MediaType {
    /// - Parameter stored: the type that the database has for the bytes.
    /// - Returns: the same type, or `application/octet-stream` if it is invalid.
    static func header(_ stored: String) -> String {
        let parts = stored.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isType = parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && stored.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return isType ? stored : "application/octet-stream"
    }
}
